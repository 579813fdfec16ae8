import { at, BIND, closed, KNOT, LEAF, silent, TESTS_OWN } from "./hosts.ts";
import { label } from "./resolvers.ts";
import type { Deviation, Host, OddDns, Zone } from "./shapes.ts";

/** Tags that Zonemaster reports for a zone with only one name server. */
export const ONE_SERVER = ["IPV4_NS_CHILD", "IPV4_NS_DEL", "NS_CHILD", "NS_DEL"].map(
  (what) => `NOT_ENOUGH_${what}`,
);
/** Tags that Zonemaster reports for a zone without a working name server. */
export const NO_SERVER = ["CANNOT_CONTINUE", "NO_GLUE_PREVENTS_NAMESERVER_TESTS"];

/** Tags that Zonemaster reports for a zone that adds a name server with a private address. */
const PRIVATE_SERVER = [
  ...[
    "EXTRA_NAME_PARENT",
    "NAMESERVER_IP_PRIVATE_NETWORK",
    "NOT_ENOUGH_IPV4_NS_CHILD",
    "NOT_ENOUGH_NS_CHILD",
  ],
  ...["NO_RESPONSE_DNSKEY", "TOTAL_NAME_MISMATCH"],
];

/** Labels of a chain of aliases that is longer than BIND follows. The chain ends at an address. */
const BIND_CHAIN = Array.from({ length: 20 }, (_, i) => `chain${i + 1}`);

/** Zones whose delegation is broken, completely or in part. */
export const BROKEN: readonly Zone[] = [
  {
    name: "half.com",
    servers: [silent("ns1.half.com", "5.66.0.1"), at("nsd-leaf", "ns2.half.com", "5.9.6.53")],
    records: "@ 300 A 93.184.215.22",
  },
  { name: "silent.com", servers: [silent("ns.silent.com", "5.66.0.2")], zonemaster: NO_SERVER },
  { name: "closed.com", servers: [closed("ns.closed.com", "5.66.0.3")], zonemaster: NO_SERVER },
  {
    name: "unrouted.com",
    servers: [{ ...closed("ns.unrouted.com", "5.99.0.1"), elsewhere: true }],
    zonemaster: NO_SERVER,
  },
  { name: "lame.com", servers: LEAF, lame: LEAF, zonemaster: ["CANNOT_CONTINUE", "NS_FAILED"] },
  {
    name: "halflame.com",
    servers: [at("knot", "ns1.halflame.com", "5.9.7.53"), at("nsd-leaf", "ns2.halflame.com", "5.9.8.53")],
    // This server is lame only for this zone.
    lame: ["ns1.halflame.com"],
    records: "@ 300 A 93.184.215.24",
    zonemaster: ["NS_FAILED"],
  },
  {
    name: "private.com",
    servers: LEAF,
    // The servers in the parent are reachable; the zone's own NS record names a server with a private address.
    ownServers: ["ns.private.com"],
    records: "ns 300 A 10.0.0.1\n@ 300 A 93.184.215.25",
    zonemaster: PRIVATE_SERVER,
  },
  {
    name: "loopback.com",
    servers: [{ name: "ns.loopback.com", v4: TESTS_OWN, daemon: "nobody", elsewhere: true }],
    heldBy: ["nsd-leaf"],
    records: "@ 300 A 93.184.215.35",
    zonemaster: NO_SERVER,
  },
  {
    name: "disagree.com",
    servers: [at("nsd-leaf", "ns1.disagree.com", "5.9.9.53"), at("knot", "ns2.disagree.com", "5.9.10.53")],
    records: '@ A 93.184.215.70\n@ TXT "same"\n@ MX 10 ns1.disagree.com.',
    variant: {
      at: "knot",
      records: '@ A 93.184.215.71\n@ TXT "same"\nonly2 A 93.184.215.79',
      serial: 2026112000,
    },
  },
  {
    name: "ns-alias.com",
    servers: LEAF,
    ownServers: [...LEAF, "alias.mail-odd.com"],
    records: "@ A 93.184.215.75",
    zonemaster: ["NS_IS_CNAME"],
  },
  {
    name: "mail-odd.com",
    servers: LEAF,
    records: `@ A 93.184.215.72
@ MX 0 .
@ MX 10 alias.mail-odd.com.
@ MX 20 93.184.215.73.
@ MX 30 private.mail-odd.com.
@ MX 40 missing.mail-odd.com.
@ TXT "v=spf1 -all"
@ TXT "v=spf1 mx -all"
alias CNAME mail.mail-odd.com.
mail A 93.184.215.74
private A 10.0.0.9`,
  },
  {
    name: "third.com",
    servers: [
      silent("ns1.third.com", "5.66.0.5"),
      silent("ns2.third.com", "5.66.0.6"),
      at("nsd-leaf", "ns3.third.com", "5.9.14.53"),
    ],
    records: "@ A 93.184.215.82",
  },
  {
    name: "no-glue.com",
    servers: [{ name: "ns.no-glue.com", daemon: "nobody", elsewhere: true }],
    zonemaster: NO_SERVER,
  },
  {
    // The zone has a second name server that the parent does not list, and the parent's glue for the first server is
    // out of date.
    name: "old-glue.com",
    servers: [
      at("nsd-leaf", "ns1.old-glue.com", "5.9.11.53"),
      at("nsd-leaf", "ns2.old-glue.com", "5.9.12.53"),
    ],
    glue: { "ns1.old-glue.com": ["5.9.13.53"] },
    hosts: [at("nsd-leaf", "spare.old-glue.com", "5.9.13.53")],
    records: "@ A 93.184.215.80",
    zonemaster: ["IN_BAILIWICK_ADDR_MISMATCH"],
  },
  {
    // A resolver has to look up each of these name servers, and none has an address (NXNSAttack).
    name: "many-names.com",
    servers: Array.from({ length: 40 }, (_, i) => ({
      name: `ns${i}.many-names.com`,
      daemon: "nobody" as const,
      elsewhere: true as const,
    })),
    zonemaster: NO_SERVER,
  },
  { name: "null-ten.com", servers: LEAF, records: "@ A 93.184.215.81\n@ MX 10 ." },
  {
    name: "aliases.com",
    servers: LEAF,
    records: "to-expired CNAME expired.com.\nto-lame CNAME lame.com.\nto-signed CNAME signed.com.",
  },
  {
    // BIND answers SERVFAIL together with the aliases if a chain has more than 12 aliases or is a loop.
    name: "bind-aliases.com",
    servers: BIND,
    records: `@ A 93.184.215.93
www CNAME bind-aliases.com.
itself CNAME itself.bind-aliases.com.
loop-a CNAME loop-b.bind-aliases.com.
loop-b CNAME loop-a.bind-aliases.com.
far-a CNAME far-b.bind-loop.com.
${BIND_CHAIN.map((label, i) => `${label} CNAME ${BIND_CHAIN[i + 1] ?? "end"}.bind-aliases.com.`).join("\n")}
end A 93.184.215.94`,
  },
  {
    // The other half of the loop in bind-aliases.com.
    name: "bind-loop.com",
    servers: BIND,
    records: "@ A 93.184.215.95\nfar-b CNAME far-a.bind-aliases.com.",
  },
  {
    name: "ttl-odd.com",
    servers: LEAF,
    records: '@ 0 A 93.184.215.76\n@ 300 TXT "one"\n@ 60 TXT "two"',
  },
  {
    name: "no-tcp.org",
    servers: [
      {
        name: "ns.no-tcp.org",
        v4: "5.66.2.201",
        daemon: "odd",
        deviation: "no_tcp",
        behind: "nsd-leaf",
      },
    ],
    records: "@ A 93.184.215.61",
    zonemaster: ONE_SERVER,
  },
  {
    name: "no-soa.org",
    servers: LEAF,
    hosts: [
      {
        name: "ns.no-soa.org",
        v4: "5.66.2.200",
        v6: "2a01:4f8:204::53",
        daemon: "odd",
        deviation: "no_soa",
        behind: "nsd-leaf",
      },
    ],
    records: "@ A 93.184.215.61",
  },
  // The parent's server does not answer queries for this zone's DS.
  {
    name: "ds.mute.org",
    servers: KNOT,
    records: "@ A 93.184.215.77",
    zonemaster: ["DS11_UNDETERMINED_DS", "NO_RESPONSE_DNSKEY"],
  },
  {
    name: "lossy.org",
    servers: [{ ...at("nsd-leaf", "ns.lossy.org", "5.66.0.4"), lossPercent: 30 }],
    records: "@ A 93.184.215.60",
    zonemaster: "chance",
  },
];

/**
 * Types for which `mute.org` has a name, such as a.mute.org. Its server ignores queries for that name and type. The
 * records do not exist, but a missing answer does not prove it.
 */
export const MUTE_TYPES = ["A", "AAAA", "CNAME", "MX", "NS", "SOA", "TXT", "CAA", "DNSKEY", "HTTPS"] as const;
const MUTE_ABOUT = MUTE_TYPES.map((type) => `${type.toLowerCase()} SRV 0 0 1 mute.org.`).join("\n");

/** Each deviation and the tags that Zonemaster reports for it. */
const DNSDIST: readonly [Deviation, Zone["zonemaster"]][] = [
  ["servfail", NO_SERVER],
  ["refused", NO_SERVER],
  ["dropped", NO_SERVER],
  ["slow", ONE_SERVER],
  ["truncated", ONE_SERVER],
  ["lying", ["CANNOT_CONTINUE"]],
  ["flaky", "chance"],
];
const ODD: readonly [OddDns, Zone["zonemaster"]][] = [
  ["wrong_id", ONE_SERVER],
  ["wrong_question", NO_SERVER],
  ["wrong_source", ONE_SERVER],
  ["malformed", NO_SERVER],
  ["pointer_loop", NO_SERVER],
  ["empty", NO_SERVER],
  ["no_edns", ONE_SERVER],
  ["mute", ONE_SERVER],
  ["tcp_refused", NO_SERVER],
  ["tcp_silent", NO_SERVER],
  ["tcp_closes_midway", NO_SERVER],
  ["tcp_endless", ONE_SERVER],
  ["tcp_drip", "endless"],
];

/** One zone for each deviation of dnsdist and of the odd servers: `wrong-id.org` and so on. */
export const DEVIANT_ZONES: readonly Zone[] = [
  ...DNSDIST.map(([deviation, zonemaster], i) =>
    deviantZone(deviation, zonemaster, (name) => ({
      name,
      v4: `5.66.1.${i + 1}`,
      daemon: "dnsdist",
      deviation,
      behind: "nsd-leaf",
    })),
  ),
  ...ODD.map(([deviation, zonemaster], i) =>
    deviantZone(deviation, zonemaster, (name) => ({
      name,
      v4: `5.66.2.${i + 1}`,
      daemon: "odd",
      deviation,
      behind: "nsd-leaf",
    })),
  ),
];

function deviantZone(deviation: string, zonemaster: Zone["zonemaster"], host: (name: string) => Host): Zone {
  const name = `${label(deviation)}.org`;
  const records = `@ A 93.184.215.61\n@ TXT "${deviation}"\n${deviation === "mute" ? MUTE_ABOUT : ""}`;
  return {
    name,
    servers: [host(`ns.${name}`)],
    records,
    ...(zonemaster === undefined ? {} : { zonemaster }),
  };
}
