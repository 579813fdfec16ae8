import { BIND, KNOT, LEAF } from "./hosts.ts";
import { bogus, fault, insecure, row, secure, unknown } from "./situation-row.ts";
import type { KeyMaking, Reason, Situation, ZoneMaking } from "./situation-shapes.ts";

const EITHER = {
  unbound: "either",
  bind: "either",
  why: "the verdict depends on which server was queried, and on whether the other server is tried",
} as const;

/** Faults of one server of two: BIND has a correct version of the zone, Knot a faulty version. */
const SECOND: readonly (readonly [
  label: string,
  what: string,
  set: string,
  Reason,
  NonNullable<ZoneMaking["second"]>,
])[] = [
  [
    "expired",
    "everything has expired",
    "DNSKEY",
    "Signature Expired",
    { damage: { "*": "expired", DNSKEY: "expired" } },
  ],
  [
    "data-expired",
    "everything except the keys has expired",
    "A",
    "Signature Expired",
    { damage: { "*": "expired" } },
  ],
  ["a-expired", "A has expired", "A", "Signature Expired", { damage: { A: "expired" } }],
  [
    "future",
    "everything is valid only from next month",
    "DNSKEY",
    "Signature Not Yet Valid",
    { damage: { "*": "future", DNSKEY: "future" } },
  ],
  ["unsigned", "an unsigned copy", "DNSKEY", "RRSIGs Missing", { keys: [] }],
  ["a-missing", "A has no signature", "A", "RRSIGs Missing", { damage: { A: "missing" } }],
  ["other-keys", "signed by other keys", "DNSKEY", "DNSKEY Missing", { keys: [{ id: "other" }] }],
  ["corrupt", "A's signature has one bit wrong", "A", "DNSSEC Bogus", { damage: { A: "corrupt" } }],
  ["proof-absent", "no NSEC", "NSEC", "NSEC Missing", { damage: { NSEC: "absent" } }],
  [
    "keys-missing",
    "the keys have no signature",
    "DNSKEY",
    "RRSIGs Missing",
    { damage: { DNSKEY: "missing" } },
  ],
];

const ONE_OF_TWO: readonly Situation[] = SECOND.map(([label, what, set, reason, second]) =>
  row(
    `second-${label}`,
    `one server of two: ${what}`,
    { second },
    secure(set === "NSEC" ? "nothing A" : "@ A", fault(set, reason, undefined, KNOT[0]), EITHER),
  ),
);

const nothing = (key: KeyMaking): KeyMaking => ({ ...key, signs: "nothing" });
const [KSK1, KSK2] = [
  { id: "ksk1", signs: "keys" },
  { id: "ksk2", signs: "keys" },
] as const;
const [ZSK1, ZSK2] = [
  { id: "zsk1", flags: 256, signs: "zone" },
  { id: "zsk2", flags: 256, signs: "zone" },
] as const;

/** Zones that two providers sign (RFC 8901). */
const MULTI_SIGNER: readonly Situation[] = [
  row(
    "multi-model1",
    "two signers, one KSK for both, each with its ZSK (RFC 8901 section 2.1.1)",
    { keys: [KSK1, ZSK1, nothing(ZSK2)], second: { keys: [KSK1, nothing(ZSK1), ZSK2] } },
    secure("@ A"),
    secure("nothing A"),
  ),
  row(
    "multi-model2",
    "two signers, each with its KSK and ZSK, all of them published, two DS (RFC 8901 section 2.1.2)",
    {
      keys: [KSK1, nothing(KSK2), ZSK1, nothing(ZSK2)],
      second: { keys: [nothing(KSK1), KSK2, nothing(ZSK1), ZSK2] },
      ds: [{ key: 0 }, { key: 1 }],
    },
    secure("@ A"),
    secure("nothing A"),
  ),
  row(
    "multi-zsk-missing",
    "two signers, one of which does not publish the other's ZSK",
    { keys: [KSK1, ZSK1, nothing(ZSK2)], second: { keys: [KSK1, ZSK2] } },
    secure("@ A", fault("DNSKEY", "DNSKEY Missing", undefined, KNOT[0]), EITHER),
  ),
  row(
    "multi-ds-missing",
    "two signers with a KSK each, and a DS for one alone",
    {
      keys: [KSK1, nothing(KSK2), ZSK1, nothing(ZSK2)],
      second: { keys: [nothing(KSK1), KSK2, nothing(ZSK1), ZSK2] },
      ds: [{ key: 0 }],
    },
    secure("@ A", fault("DNSKEY", "RRSIGs Missing", undefined, KNOT[0]), EITHER),
  ),
  row(
    "multi-apart",
    "two signers without each other's keys, two DS",
    { keys: [{ id: "one" }], second: { keys: [{ id: "two" }] }, ds: [{}, { of: { id: "two" } }] },
    secure("@ A", fault("DNSKEY", "servers differ"), EITHER),
  ),
  row(
    "multi-algorithms",
    "two signers of two algorithms, each publishing all keys (RFC 8901 section 5.1 does not allow it)",
    {
      keys: [{ id: "one", algorithm: 8 }, nothing({ id: "two" })],
      second: { keys: [nothing({ id: "one", algorithm: 8 }), { id: "two" }] },
      ds: [{ key: 0 }, { key: 1 }],
    },
    secure("@ A", fault("DNSKEY", "algorithm without signatures"), EITHER),
  ),
  row(
    "multi-denials",
    "two signers, one with NSEC and one with NSEC3 (RFC 8901 section 4)",
    { keys: [KSK1, ZSK1, nothing(ZSK2)], second: { keys: [KSK1, nothing(ZSK1), ZSK2], denial: {} } },
    secure("@ A"),
    secure("nothing A"),
  ),
];

const [V4, V6] = ["5.9.200.53", "2a01:4f8:200::53"];

/** Delegations, name servers and aliases. */
const DELEGATIONS: readonly Situation[] = [
  row(
    "one-address",
    "two name servers with one address",
    { servers: [`ns1=${V4}`, `ns2=${V4}`] },
    secure("@ A", fault("NS", "one address")),
  ),
  row(
    "v6-only",
    "all name servers have IPv6 alone",
    { servers: [`ns1=${V6}`] },
    secure("@ A", fault("NS", "IPv6 only")),
  ),
  row(
    "undelegated",
    "loaded by the servers, and not delegated",
    { undelegated: true },
    secure("@ A", fault("NS", "not delegated", "^")),
  ),
  row(
    "no-tcp",
    "the server has no TCP",
    { servers: ["ns.no-tcp.org"], held: ["nsd-leaf"] },
    secure("@ A", fault("NS", "no TCP")),
  ),
  row(
    "no-edns",
    "the server of a signed zone does not know EDNS, and so gives no signatures",
    { servers: ["ns.no-edns.org"], held: ["nsd-leaf"] },
    bogus("@ A", fault("NS", "no EDNS")),
  ),
  row(
    "no-edns-unsigned",
    "the server of an unsigned zone does not know EDNS",
    { keys: [], servers: ["ns.no-edns.org"], held: ["nsd-leaf"] },
    insecure("@ A", fault("NS", "no EDNS")),
  ),
  row(
    "no-soa",
    "the apex has no SOA",
    { servers: ["ns.no-soa.org"], held: ["nsd-leaf"] },
    secure("@ A", fault("SOA", "no SOA")),
    bogus("@ SOA", fault("SOA", "no SOA")),
  ),
  row(
    "no-ns",
    "the apex has no NS",
    { servers: [...LEAF], held: ["nsd-leaf"], without: ["@ NS"] },
    secure("@ A", fault("NS", "no NS")),
    secure("@ NS", fault("NS", "no NS")),
  ),
  row(
    "lame-one",
    "one of the two servers does not have the zone",
    { servers: [BIND[0], KNOT[1]], held: ["bind"] },
    secure("@ A", fault("NS", "not authoritative", undefined, KNOT[1])),
  ),
  row(
    "lame-all",
    "no server has the zone",
    { servers: [...KNOT], held: ["bind"] },
    unknown("@ A", fault("NS", "not authoritative")),
  ),
  row(
    "ns-differ",
    "the zone names other servers than its parent",
    { ownServers: [BIND[0], KNOT[0]] },
    secure("@ A", fault("NS", "NS differ")),
  ),
  row(
    "ns-alias",
    "one of its own name servers' names is an alias",
    {
      records: `nsalias CNAME ${LEAF[1]}.`,
      servers: [...LEAF],
      held: ["nsd-leaf"],
      ownServers: [LEAF[0], "nsalias.ns-alias.situations.org"],
    },
    secure("@ A", fault("NS", "NS is an alias")),
  ),
  row(
    "ns-bogus",
    "the address of its one name server does not validate; resolvers follow the parent's glue, and never validate it",
    { servers: ["ns.ns-bogus-host.situations.org"] },
    secure("@ A", fault("A", "NS address bogus"), {
      unbound: "either",
      bind: "either",
      why: "a resolver that has looked up the server's address caches it as bogus, and then has no server to query",
    }),
  ),
  row(
    "ns-bogus-host",
    "holds the name of that server, whose address has a wrong signature",
    { servers: [`ns=${V4}`], damage: { "ns A": "corrupt" } },
    bogus("ns A", fault("A", "DNSSEC Bogus")),
  ),
  row(
    "ns-unsigned-host",
    "holds the name of its own server, whose address has no signature",
    { servers: [`ns=${V4}`], damage: { "ns A": "missing" } },
    bogus("ns A", fault("A", "RRSIGs Missing")),
  ),
  row(
    "serial-differs",
    "one server of two has other data, each well signed",
    { second: { records: "new A 93.184.222.6" } },
    secure("@ A", fault("NSEC", "servers differ")),
  ),
];

const soa = (timers: string): ZoneMaking => ({
  without: ["@ SOA"],
  records: `@ 3600 SOA ${BIND[0]}. hostmaster.situations.org. 2026112001 ${timers}`,
});

/** Times that determine how long secondaries and caches keep data (RFC 1912 section 2.2, RFC 2308 section 5). */
const TIMERS: readonly Situation[] = [
  row(
    "soa-retry",
    "SOA: retry above refresh",
    soa("3600 7200 1209600 300"),
    secure("@ SOA", fault("SOA", "timers")),
  ),
  row(
    "soa-expire",
    "SOA: expire below refresh",
    soa("86400 7200 3600 300"),
    secure("@ SOA", fault("SOA", "timers")),
  ),
  row(
    "soa-minimum",
    "SOA: negative answers are cached for a week",
    soa("7200 3600 1209600 604800"),
    secure("@ SOA", fault("SOA", "timers")),
  ),
  row("soa-zero", "SOA: all timers are 0", soa("0 0 0 0"), secure("@ SOA", fault("SOA", "timers"))),
  row(
    "ttl-differs",
    "A has another TTL at one server of two, each well signed",
    { second: { without: ["@ A"], records: "@ 60 A 93.184.222.1" } },
    secure("@ A", fault("A", "timers")),
  ),
  row(
    "ttl-zero",
    "A has a TTL of 0, another name one of a week",
    { without: ["@ A"], records: "@ 0 A 93.184.222.1\nlong 604800 A 93.184.222.1" },
    secure("@ A", fault("A", "timers")),
    secure("long A", fault("A", "timers")),
  ),
  row(
    "soon",
    "all signatures end within a day",
    { damage: { "*": "soon", DNSKEY: "soon" } },
    secure("@ A", fault("DNSKEY", "timers")),
  ),
];

/** Rows about name servers and delegations. */
export const SERVER_SITUATIONS: readonly Situation[] = [
  ...ONE_OF_TWO,
  ...MULTI_SIGNER,
  ...DELEGATIONS,
  ...TIMERS,
];
