import { LEAF, silent } from "./hosts.ts";
import { reverseName } from "./reverse.ts";
import type { Zone } from "./shapes.ts";

/** The records at the reverse name of an address, and the addresses of their targets. */
type Pointers = {
  readonly address: string;
  /** Targets of the PTR records, without the trailing dot. */
  readonly ptr?: readonly string[];
  /** Target of the alias at the reverse name (RFC 2317). */
  readonly cname?: string;
  /** Addresses of the PTR targets in ptr.com, separated by spaces. */
  readonly forward?: Readonly<Record<string, string>>;
};

const MANY = Array.from({ length: 60 }, (_, i) => `many${i}.ptr.com`);

/**
 * Addresses, by the state of their PTR records. No network announces these addresses, so Team Cymru's service does
 * not know them.
 */
export const POINTERS = {
  right: {
    address: "5.31.0.1",
    ptr: ["right.ptr.com"],
    forward: { "right.ptr.com": "5.31.0.1" },
  },
  secondAlone: {
    address: "5.31.0.2",
    ptr: ["first.ptr.com", "second.ptr.com"],
    forward: { "first.ptr.com": "5.31.0.201", "second.ptr.com": "5.31.0.2" },
  },
  many: { address: "5.31.0.3", ptr: MANY, forward: { "many59.ptr.com": "5.31.0.3" } },
  aliasToNowhere: { address: "5.31.0.4", cname: "nowhere.ptr.com" },
  toNowhere: { address: "5.31.0.5", ptr: ["missing.ptr.com"] },
  toOther: { address: "5.31.0.6", ptr: ["other.ptr.com"], forward: { "other.ptr.com": "5.31.0.202" } },
  forwardServfail: { address: "5.31.0.7", ptr: ["www.servfail.org"] },
  forwardSilent: { address: "5.31.0.8", ptr: ["www.silent.com"] },
  generic: {
    address: "5.31.0.9",
    ptr: ["5-31-0-9.dyn.ptr.com"],
    forward: { "5-31-0-9.dyn.ptr.com": "5.31.0.9" },
  },
  localhost: { address: "5.31.0.10", ptr: ["localhost"] },
  literal: { address: "5.31.0.11", ptr: ["10.0.0.1"] },
  hostile: { address: "5.31.0.12", ptr: [String.raw`\000<script>.ptr.com`] },
  toPrivate: { address: "5.31.0.13", ptr: ["private.ptr.com"], forward: { "private.ptr.com": "10.0.0.1" } },
  toMetadata: {
    address: "5.31.0.14",
    ptr: ["metadata.ptr.com"],
    forward: { "metadata.ptr.com": "169.254.169.254" },
  },
  toRoot: { address: "5.31.0.15", ptr: [""] },
  upperCase: { address: "5.34.0.1", ptr: ["UPPER.PTR.COM"], forward: { "upper.ptr.com": "5.34.0.1" } },
  forwardLame: { address: "5.31.0.17", ptr: ["www.lame.com"] },
  /** The reverse name exists, but has no PTR record. */
  noPtr: { address: "5.31.0.18" },
  aliasLoop: { address: "5.31.0.19", cname: "20.0.31.5.in-addr.arpa" },
  aliasLoopBack: { address: "5.31.0.20", cname: "19.0.31.5.in-addr.arpa" },
  /** The PTR target has several addresses, of which this address is one. */
  amongOthers: {
    address: "5.31.0.21",
    ptr: ["among.ptr.com"],
    forward: { "among.ptr.com": "5.31.0.203 5.31.0.21 5.31.0.204" },
  },
  rightV6: { address: "2a01:31::1", ptr: ["right6.ptr.com"], forward: { "right6.ptr.com": "2a01:31::1" } },
  toNowhereV6: { address: "2a01:31::2", ptr: ["missing.ptr.com"] },
  toOtherV6: { address: "2a01:31::3", ptr: ["other6.ptr.com"], forward: { "other6.ptr.com": "2a01:31::99" } },
  /** The address is IPv6, but the PTR target has only IPv4 addresses. */
  otherFamily: { address: "2a01:31::4", ptr: ["right.ptr.com"] },
  secondAloneV6: {
    address: "2a01:31::5",
    ptr: ["first6.ptr.com", "second6.ptr.com"],
    forward: { "first6.ptr.com": "2a01:31::98", "second6.ptr.com": "2a01:31::5" },
  },
  aliasToNowhereV6: { address: "2a01:31::6", cname: "nowhere.ptr.com" },
} as const satisfies Record<string, Pointers>;

/**
 * Addresses without PTR records: the reverse name does not exist, no server answers, or all servers answer
 * SERVFAIL.
 */
export const NO_POINTERS = {
  nothing: "5.31.0.250",
  nothingV6: "2a01:31::fa",
  silent: "5.32.0.1",
  servfail: "5.33.0.1",
} as const;

const ALL: readonly Pointers[] = Object.values(POINTERS);

/** Returns a reverse zone with the records of all addresses in it. */
function reverseZone(name: string, servers: readonly string[]): Zone {
  const inside = ALL.map((one) => ({ ...one, reverse: reverseName(one.address) })).filter(({ reverse }) =>
    reverse.endsWith(`.${name}`),
  );
  const lines = inside.flatMap(({ reverse, ptr = [], cname }) => {
    const owner = reverse.slice(0, -name.length - 1);
    return [
      ...ptr.map((target) => `${owner} PTR ${target}.`),
      ...(cname === undefined ? [] : [`${owner} CNAME ${cname}.`]),
      ...(ptr.length === 0 && cname === undefined ? [`${owner} TXT "no PTR"`] : []),
    ];
  });
  return { name, servers, records: lines.join("\n"), zonemaster: "alike" };
}

/** Returns the records of ptr.com: the addresses of the PTR targets. */
function forward(): string {
  const lines = ALL.flatMap(({ forward = {} }) =>
    Object.entries(forward).flatMap(([name, addresses]) =>
      addresses
        .split(" ")
        .map((one) => `${name.replace(/\.ptr\.com$/, "")} ${one.includes(":") ? "AAAA" : "A"} ${one}`),
    ),
  );
  return lines.join("\n");
}

/** The reverse zones of these addresses, and the zone of the PTR targets. */
export const POINTER_ZONES: readonly Zone[] = [
  {
    name: "ptr.com",
    servers: LEAF,
    hosts: [
      silent("ns-silent.ptr.com", "5.66.3.1"),
      {
        name: "ns-servfail.ptr.com",
        v4: "5.66.3.2",
        daemon: "dnsdist",
        deviation: "servfail",
        behind: "nsd-leaf",
      },
      {
        name: "ns-upper.ptr.com",
        v4: "5.66.3.3",
        daemon: "dnsdist",
        deviation: "upper_case",
        behind: "nsd-leaf",
      },
    ],
    records: forward(),
    zonemaster: "alike",
  },
  reverseZone("31.5.in-addr.arpa", LEAF),
  reverseZone("34.5.in-addr.arpa", ["ns-upper.ptr.com"]),
  reverseZone("1.3.0.0.1.0.a.2.ip6.arpa", LEAF),
  { name: "32.5.in-addr.arpa", servers: ["ns-silent.ptr.com"], zonemaster: "alike" },
  { name: "33.5.in-addr.arpa", servers: ["ns-servfail.ptr.com"], zonemaster: "alike" },
];
