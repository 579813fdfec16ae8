import { KNOT } from "./hosts.ts";
import { bogus, fault, insecure, row, secure } from "./situation-row.ts";
import type { Damage, Nsec3Making, Reason, Situation } from "./situation-shapes.ts";

/** Kinds of damage to a signature, each with a description and its reason in the terms of RFC 8914. */
const DAMAGES: readonly (readonly [Damage, what: string, Reason])[] = [
  ["missing", "has no signature", "RRSIGs Missing"],
  ["expired", "has a signature that expired a month ago", "Signature Expired"],
  ["future", "has a signature that is valid only from next month", "Signature Not Yet Valid"],
  ["corrupt", "has a signature with one bit wrong", "DNSSEC Bogus"],
  ["stranger", "is signed by a key that is not published", "DNSSEC Bogus"],
  ["labels", "has a signature for one label more", "DNSSEC Bogus"],
  ["signer", "is signed in the parent's name", "DNSSEC Bogus"],
];

/**
 * Record types, each with a question that fails if this type's signature is damaged. PROOFS covers denial of
 * existence.
 */
const SETS: readonly (readonly [type: string, ask: string])[] = [
  ["A", "@ A"],
  ["MX", "@ MX"],
  ["TXT", "@ TXT"],
  ["NS", "@ NS"],
  ["SOA", "@ SOA"],
  ["CNAME", "alias CNAME"],
  ["DNSKEY", "@ A"],
];

/** Each record type with each kind of damage. */
const EACH: readonly Situation[] = SETS.flatMap(([type, ask]) =>
  DAMAGES.map(([damage, what, reason]) =>
    row(
      `${type.toLowerCase()}-${damage}`,
      `${type} ${what}`,
      { damage: { [`${ask.split(" ")[0]} ${type}`]: damage } },
      bogus(ask, fault(type, reason)),
      // A fault of one record set does not affect the others, except for DNSKEY.
      ...(type === "DNSKEY" ? [bogus("www A", fault(type, reason))] : [secure("www A")]),
    ),
  ),
);

/**
 * Servers for zones without a signed NSEC at the apex. BIND treats such a zone as unsigned and sends no signatures at
 * all: see `nsec-apex-absent`. Zones without any NSEC3 record are on BIND, because Knot 3.2 crashes when such a zone
 * is queried for a name that does not exist.
 */
export const ON_KNOT = { servers: KNOT, held: ["knot"] } as const;

/** Damaged proofs that a name or type does not exist. */
const PROOFS: readonly Situation[] = (
  [
    ["NSEC", undefined],
    ["NSEC3", {}],
  ] as readonly (readonly [string, Nsec3Making | undefined])[]
).flatMap(([type, denial]) =>
  [...DAMAGES, ["absent", "is not there", "NSEC Missing"] as const].map(([damage, what, reason]) =>
    row(
      `${type.toLowerCase()}-${damage}`,
      `${type} ${what}`,
      { damage: { [type]: damage }, ...(denial === undefined ? ON_KNOT : { denial }) },
      bogus("nothing A", fault(type, reason)),
      bogus("@ AAAA", fault(type, reason)),
      secure("@ A"),
    ),
  ),
);

/** Records are valid if one of two signatures is correct (RFC 4035 section 5.3.3), but BIND rejects them. */
export const ONE_FAILS = {
  bind: "bogus",
  why: "BIND gives up after one failed signature (max-validation-failures-per-fetch, against KeyTrap)",
} as const;

const TWO = [{}, { flags: 256, signs: "zone" }] as const;

/** Other rows about signatures. */
const OTHERS: readonly Situation[] = [
  row(
    "all-expired",
    "all signatures expired a month ago",
    { damage: { "*": "expired", DNSKEY: "expired" } },
    bogus("@ A", fault("DNSKEY", "Signature Expired")),
  ),
  row(
    "all-future",
    "all signatures are valid only from next month",
    { damage: { "*": "future", DNSKEY: "future" } },
    bogus("@ A", fault("DNSKEY", "Signature Not Yet Valid")),
  ),
  row(
    "all-data-expired",
    "all signatures except those of the keys expired a month ago: the signer has failed",
    { damage: { "*": "expired" } },
    bogus("@ A", fault("A", "Signature Expired")),
    bogus("nothing A", fault("NSEC", "Signature Expired")),
  ),
  row(
    "all-missing",
    "keys and DS, and no signature at all",
    { damage: { "*": "missing", DNSKEY: "missing" } },
    bogus("@ A", fault("DNSKEY", "RRSIGs Missing")),
  ),
  row(
    "a-changed",
    "A was changed after it was signed",
    { damage: { A: "changed" } },
    bogus("@ A", fault("A", "DNSSEC Bogus")),
  ),
  row(
    "txt-changed",
    "TXT was changed after it was signed",
    { damage: { TXT: "changed" } },
    bogus("@ TXT", fault("TXT", "DNSSEC Bogus")),
    secure("@ A"),
  ),
  row(
    "soa-changed",
    "the serial was raised after the SOA was signed",
    { damage: { SOA: "changed" } },
    bogus("@ SOA", fault("SOA", "DNSSEC Bogus")),
    secure("@ A"),
  ),
  row(
    "a-reversed",
    "A's signature ends before it begins",
    { damage: { A: "reversed" } },
    bogus("@ A", fault("A", "Signature Expired before Valid")),
  ),
  row(
    "a-ttl",
    "A's TTL is above the signed TTL, which no cache may exceed",
    { damage: { A: "ttl" } },
    secure("@ A"),
  ),
  row(
    "www-missing",
    "one name below the apex has no signature",
    { damage: { "www A": "missing" } },
    bogus("www A", fault("A", "RRSIGs Missing")),
    bogus("alias A", fault("A", "RRSIGs Missing")),
    secure("@ A"),
  ),
  row(
    "expired-beside-valid",
    "A has an expired signature beside a valid one",
    { keys: [{}, { id: "b", signs: "zone", flags: 256 }], damage: { A: ["expired", 0] } },
    secure("@ A", null, ONE_FAILS),
  ),
  row(
    "corrupt-beside-valid",
    "A has a wrong signature beside a valid one",
    { keys: [{}, { id: "b", signs: "zone", flags: 256 }], damage: { A: ["corrupt", 1] } },
    secure("@ A", null, ONE_FAILS),
  ),
  row(
    "ksk-expired",
    "with two keys, the KSK's signature of the keys has expired",
    { keys: [{ signs: "keys" }, TWO[1]], damage: { DNSKEY: "expired" } },
    bogus("@ A", fault("DNSKEY", "Signature Expired")),
  ),
  row(
    "zsk-alone-signs-keys",
    "the keys are signed by the ZSK alone, and the DS is of the KSK",
    { keys: [{ signs: "nothing" }, { flags: 256 }] },
    bogus("@ A", fault("DNSKEY", "RRSIGs Missing")),
  ),
  row(
    "zsk-hidden",
    "the ZSK signs, and is not among the keys",
    { keys: [{ signs: "keys" }, { flags: 256, signs: "zone", hidden: true }] },
    bogus("@ A", fault("A", "DNSSEC Bogus")),
  ),
  row("island", "signed, and no DS at the parent", { ds: [] }, insecure("@ A", fault("DS", "no DS", "^"))),
  row(
    "island-expired",
    "all signatures expired a month ago, and no DS at the parent",
    { ds: [], damage: { "*": "expired", DNSKEY: "expired" } },
    insecure("@ A", fault("DS", "no DS", "^")),
  ),
  row("unsigned", "not signed", { keys: [] }, insecure("@ A", fault("DS", "no DS", "^"))),
];

/** Rows about signatures. */
export const SIGNATURES: readonly Situation[] = [...EACH, ...PROOFS, ...OTHERS];
