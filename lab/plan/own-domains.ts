import { type Certificate, certificateFor } from "./certificates.ts";
import { at, closed, LEAF, OWN_DOMAINS_MAX } from "./hosts.ts";
import type { Network, Origin, Rir } from "./network-shapes.ts";
import { policyLines } from "./policy-domain.ts";
import { stsPolicy } from "./policy-web.ts";
import type { Host, Zone } from "./shapes.ts";

/**
 * One of the similar domains that `lab/up --domains=N` adds. Each has name servers, a web server and a mail server at
 * its own addresses. Without the option there are none.
 */
export type OwnDomain = {
  readonly name: string;
  /** Three name servers. A benchmark silences the last. */
  readonly nameServers: readonly Host[];
  readonly web: Host;
  /** An address with matching PTR and A records. No host uses it. */
  readonly pointer: string;
};

const COUNT = Number(process.env["LAB_DOMAINS"] ?? 0);

/** Top-level domains whose registries answer correctly, over RDAP or port 43. */
export const SUFFIXES: readonly string[] = [
  ...["com", "org", "info", "nl", "co.uk", "de", "jp", "io", "eu", "net"],
  ...["be", "at", "ru", "kr", "br", "se", "dk", "us", "ie", "ovh"],
];
/** Networks with PTR records, one for each RIR. */
const POINTERS: readonly (readonly [Rir, prefix: string])[] = [
  ["ripe", "31.45"],
  ["arin", "8.45"],
  ["apnic", "202.45"],
  ["lacnic", "201.45"],
  ["afrinic", "41.45"],
];
const SIGNED_EVERY = 8;
const STS_PATH = "/.well-known/mta-sts.txt";

const numbers = Array.from({ length: COUNT }, (_, i) => i + 1);
const label = (n: number) => `own-${String(n).padStart(2, "0")}`;
const nameOf = (n: number) => `${label(n)}.${SUFFIXES[n % SUFFIXES.length]}`;
const networkOf = (n: number) => POINTERS[n % POINTERS.length]?.[1];
/** Returns the addresses of one kind of server in domain number `n`. */
const places = (kind: number, n: number) => ({
  v4: `5.45.${kind}.${n}`,
  v6: `2a01:4f8:45:${kind}::${n.toString(16)}`,
});

/** Names below one domain, for tests that query them all at the same time. */
export const NAMES_BELOW_ONE = Array.from(
  { length: OWN_DOMAINS_MAX },
  (_, i) => `h${String(i + 1).padStart(2, "0")}.many-below.com`,
);
const ONE = "many-below.com";
const ONE_N = OWN_DOMAINS_MAX + 1;
const ONE_WEB = 8;

function nameServersOf(name: string, n: number): Host[] {
  return [1, 2, 3].map((k) => {
    const { v4, v6 } = places(k, n);
    // The third server has no IPv6 address, so that dropping one address silences it.
    return at("nsd-leaf", `ns${k}.${name}`, v4, k === 3 ? undefined : v6);
  });
}

const webServer = (
  name: string,
  certificate: string,
  kind: number,
  n: number,
): Host & { daemon: "nginx" } => ({
  name,
  ...places(kind, n),
  daemon: "nginx",
  certificate,
  rttMs: 25,
});

const mailServer = (name: string, n: number): Host => ({
  ...closed(`mx.${name}`, places(5, n).v4),
  v6: places(5, n).v6,
  rttMs: 35,
});

const policyHost = (name: string, n: number): Host => ({
  ...webServer(`mta-sts.${name}`, name, 6, n),
  files: { [STS_PATH]: { body: stsPolicy({ mx: [`mx.${name}`] }) } },
});

function zoneOf(n: number): Zone {
  const name = nameOf(n);
  const { v4, v6 } = places(4, n);
  return {
    name,
    servers: nameServersOf(name, n),
    hosts: [webServer(`www.${name}`, name, 4, n), mailServer(name, n), policyHost(name, n)],
    records: `@ A ${v4}
@ AAAA ${v6}
out A ${networkOf(n)}.1.${n}
${policyLines("", name, { mx: [`10 mx.${name}.`], mtaSts: "v=STSv1; id=20261120;" })}`,
    ...(n % SIGNED_EVERY === 0 ? { signing: { denial: "nsec" } } : {}),
    zonemaster: "alike",
  };
}

/** The domain with many names, each with web addresses, an MX and a mail policy. */
const MANY_BELOW: Zone = {
  name: ONE,
  servers: nameServersOf(ONE, ONE_N),
  hosts: [
    ...Array.from({ length: ONE_WEB }, (_, i) => webServer(`web${i + 1}.${ONE}`, ONE, 7, i + 1)),
    mailServer(ONE, ONE_N),
  ],
  records: NAMES_BELOW_ONE.map((name, i) => {
    const [below = ""] = name.split(".");
    const { v4, v6 } = places(7, (i % ONE_WEB) + 1);
    const lines = policyLines(below, ONE, { mx: [`10 mx.${ONE}.`], spf: "v=spf1 mx -all" });
    return `${below} A ${v4}\n${below} AAAA ${v6}\n${lines}`;
  }).join("\n"),
  zonemaster: "alike",
};

/** The similar domains; empty without `lab/up --domains`. */
export const OWN_DOMAINS: readonly OwnDomain[] = numbers.map((n) => {
  const name = nameOf(n);
  return {
    name,
    nameServers: nameServersOf(name, n),
    web: webServer(`www.${name}`, name, 4, n),
    pointer: `${networkOf(n)}.1.${n}`,
  };
});

const some = <T>(all: readonly T[]): readonly T[] => (COUNT === 0 ? [] : all);

/** The zones of these domains, of many-below.com and of the PTR records. */
export const OWN_ZONES: readonly Zone[] = some([
  ...numbers.map(zoneOf),
  MANY_BELOW,
  { name: "45.5.in-addr.arpa", servers: LEAF, zonemaster: "alike" },
  ...POINTERS.map(([, prefix]): Zone => {
    const inside = numbers.filter((n) => networkOf(n) === prefix);
    return {
      name: `${prefix.split(".").toReversed().join(".")}.in-addr.arpa`,
      servers: LEAF,
      records: inside.map((n) => `${n}.1 PTR out.${nameOf(n)}.`).join("\n"),
      zonemaster: "alike",
    };
  }),
]);

/** The second-level labels of these domains, for the registries' answers. */
export const OWN_LABELS: ReadonlySet<string> = new Set(numbers.map(label));

/** The certificates of these domains' web servers, by file name. */
export const OWN_CERTIFICATES: Readonly<Record<string, Certificate>> = Object.fromEntries(
  some([
    ...numbers.map(nameOf).map((name) => [name, [`www.${name}`, name, `mta-sts.${name}`]] as const),
    [ONE, [ONE, `*.${ONE}`]] as const,
  ]).map(([name, names]) => [name, certificateFor(names)]),
);

/** The registered networks of these domains' PTR addresses. */
export const OWN_NETWORKS: readonly Network[] = some(
  POINTERS.map(([rir, prefix]): Network => {
    const range = [`${prefix}.0.0`, `${prefix}.255.255`] as const;
    return {
      rir,
      cidr: `${prefix}.0.0/16`,
      range,
      handle: rir === "arin" ? `NET-${prefix.replace(".", "-")}-0-0-1` : range.join(" - "),
      name: `OWN-${rir.toUpperCase()}`,
      type: rir === "arin" ? "DIRECT ALLOCATION" : "ALLOCATED PA",
      ...(rir === "arin" ? {} : { country: "DE" }),
      holder: { handle: `ORG-OWN1-${rir.toUpperCase()}`, name: "Own Servers GmbH", country: "DE" },
      abuse: { handle: `OWN1-${rir.toUpperCase()}`, email: "abuse@own.net", phone: "+49 30 555 0100" },
      registered: "2012-04-20T07:12:48Z",
      changed: "2024-03-06T12:43:20Z",
    };
  }),
);

/** The announced prefixes of these domains' PTR addresses. */
export const OWN_ORIGINS: readonly Origin[] = some(
  POINTERS.map(([, prefix]) => ({
    prefix: `${prefix}.0.0/16`,
    says: `24940 | ${prefix}.0.0/16 | DE | ripencc | 2012-04-20`,
  })),
);
