import { bogus, fault, insecure, row, secure } from "./situation-row.ts";
import type { KeyMaking, Situation } from "./situation-shapes.ts";
import { ONE_FAILS } from "./situations-signatures.ts";

const NAMES: Readonly<Record<number, string>> = {
  5: "RSA/SHA-1",
  7: "RSA/SHA-1 for NSEC3",
  8: "RSA/SHA-256",
  10: "RSA/SHA-512",
  13: "ECDSA P-256",
  14: "ECDSA P-384",
  15: "Ed25519",
  16: "Ed448",
};

const RSASHA1 = {
  unbound: "secure",
  delv: "secure",
  why: "RFC 9905 section 2: validators must treat RSASHA1 as insecure; Unbound 1.17 and BIND 9.18 still validate it (2026-11-28)",
} as const;

/** Each algorithm that validators support, with NSEC and NSEC3. */
const ALGORITHMS: readonly Situation[] = Object.entries(NAMES).flatMap(([number, name]) => {
  const algorithm = Number(number);
  const culprit = algorithm < 8 ? fault("DNSKEY", "algorithm not recommended") : null;
  const asks = ["@ A", "nothing A", "@ AAAA"].map((ask) =>
    algorithm < 8 ? insecure(ask, culprit, RSASHA1) : secure(ask, culprit),
  );
  return [
    row(`alg${number}`, `signed by ${name}, NSEC`, { keys: [{ algorithm }] }, ...asks),
    // For NSEC3, RSA/SHA-1 has a separate number (RFC 5155 section 2).
    ...(algorithm === 5
      ? []
      : [
          row(
            `alg${number}-nsec3`,
            `signed by ${name}, NSEC3`,
            { keys: [{ algorithm }], denial: {} },
            ...asks,
          ),
        ]),
  ];
});

/** Algorithms that validators do not support. The zone is treated as if it had no DS (RFC 4035 section 5.2). */
const UNKNOWN_ALGORITHMS: readonly Situation[] = (
  [
    [3, "DSA"],
    [6, "DSA for NSEC3"],
    [12, "GOST 2001"],
    [17, "SM2"],
    [23, "GOST 2012"],
    [100, "an unassigned number"],
    [253, "a private one, by name"],
    [254, "a private one, by OID"],
  ] as const
).map(([as, what]) =>
  row(
    `alg${as}`,
    `signed by an algorithm that validators do not know: ${what}`,
    { keys: [{ as }] },
    insecure("@ A", fault("DNSKEY", "Unsupported DNSKEY Algorithm")),
    insecure("nothing A", fault("DNSKEY", "Unsupported DNSKEY Algorithm")),
  ),
);

const ZSK: KeyMaking = { id: "zsk", flags: 256, signs: "zone" };
const KSK: KeyMaking = { id: "ksk", signs: "keys" };
const small = (bits: 1024) => fault("DNSKEY", bits === 1024 ? "key too small" : "DNSSEC Bogus");

/** Keys of different sizes and flags, and different numbers of keys. */
const KEYS: readonly Situation[] = [
  row("ksk-zsk", "a KSK and a ZSK", { keys: [KSK, ZSK] }, secure("@ A"), secure("nothing A")),
  row(
    "rsa1024",
    "one RSA key of 1024 bits",
    { keys: [{ algorithm: 8, bits: 1024 }] },
    secure("@ A", small(1024)),
  ),
  row(
    "rsa1024-zsk",
    "a ZSK of 1024 bits below a KSK of 2048",
    {
      keys: [
        { ...KSK, algorithm: 8 },
        { ...ZSK, algorithm: 8, bits: 1024 },
      ],
    },
    secure("@ A", small(1024)),
  ),
  row(
    "no-sep",
    "the only key has no SEP flag, which is just a hint (RFC 4034 section 2.1.1)",
    { keys: [{ flags: 256 }] },
    secure("@ A"),
  ),
  row(
    "no-zone-bit",
    "the key that signs is no zone key (RFC 4034 section 2.1.1)",
    { keys: [{ flags: 1 }] },
    bogus("@ A", fault("DNSKEY", "No Zone Key Bit Set")),
  ),
  row(
    "protocol-2",
    "the key's protocol is not 3 (RFC 4034 section 2.1.2)",
    { keys: [{ protocol: 2 }] },
    bogus("@ A", fault("DNSKEY", "DNSKEY Missing")),
  ),
  row(
    "ds-of-revoked",
    "the DS is of a revoked key, which must be used for nothing (RFC 5011 section 2.1)",
    { keys: [{ flags: 257 + 128 }, { id: "b" }] },
    bogus("@ A", fault("DNSKEY", "DNSKEY Missing"), {
      unbound: "secure",
      delv: "secure",
      why: "both look at the REVOKE bit of trust anchors alone",
    }),
  ),
  row(
    "ds-before-revoked",
    "the DS is of a key as it was before it was revoked",
    { keys: [{ flags: 257 + 128 }, { id: "b" }], ds: [{ of: { id: "0" } }] },
    bogus("@ A", fault("DS", "DNSKEY Missing", "^")),
  ),
  row(
    "revoked-beside",
    "a revoked key signs the keys too; the DS is of the new one",
    { keys: [{ id: "new" }, { id: "old", flags: 257 + 128, signs: "keys" }] },
    secure("@ A"),
  ),
  row(
    "same-tag",
    "another key has the same tag, but is not a point of the curve",
    { keys: [{}, { id: "0", shuffled: 3, signs: "nothing" }] },
    secure("@ A", null, ONE_FAILS),
  ),
  row(
    "keytrap",
    "sixty keys with one tag, each of which has signed everything (KeyTrap, CVE-2023-50387)",
    {
      keys: [
        ...Array.from({ length: 30 }, (_, i) => ({ id: "0", shuffled: i + 1 })),
        { id: "0" },
        ...Array.from({ length: 30 }, (_, i) => ({ id: "0", shuffled: 31 - i })),
      ].slice(0, 31),
      ds: [{ key: 30 }],
    },
    bogus("@ A", fault("DNSKEY", "DNSSEC Bogus"), {
      unbound: "either",
      delv: "either",
      why: "one of the keys is correct, but each validator has its own limit on the number of attempts",
    }),
  ),
  row(
    "many-keys",
    "twelve keys, one of which signs",
    { keys: [{}, ...Array.from({ length: 11 }, (_, i) => ({ id: `spare${i}`, signs: "nothing" as const }))] },
    secure("@ A", fault("DNSKEY", "key without use")),
  ),
];

const OLD: KeyMaking = { id: "old" };
const NEW: KeyMaking = { id: "new" };
const RSA: KeyMaking = { id: "rsa", algorithm: 8 };

/** States of key rollovers (RFC 6781 section 4.1). */
const ROLLOVERS: readonly Situation[] = [
  row(
    "zsk-prepublish",
    "the next ZSK is published, and does not sign yet",
    { keys: [KSK, ZSK, { id: "zsk2", flags: 256, signs: "nothing" }] },
    secure("@ A"),
  ),
  row(
    "zsk-double",
    "two ZSKs sign everything",
    { keys: [KSK, ZSK, { id: "zsk2", flags: 256, signs: "zone" }] },
    secure("@ A"),
  ),
  row(
    "zsk-too-early",
    "the old ZSK was removed, but its signatures are still there",
    {
      keys: [KSK, { ...ZSK, hidden: true }, { id: "zsk2", flags: 256, signs: "nothing" }],
    },
    bogus("@ A", fault("A", "DNSSEC Bogus")),
  ),
  row(
    "ksk-double-signature",
    "two KSKs sign the keys, the DS is of the old one",
    { keys: [OLD, NEW] },
    secure("@ A"),
  ),
  row(
    "ksk-double-signature-new",
    "two KSKs sign the keys, the DS is of the new one",
    { keys: [OLD, NEW], ds: [{ key: 1 }] },
    secure("@ A"),
  ),
  row(
    "ksk-double-ds",
    "two DS, but the new key is not published yet",
    { keys: [OLD], ds: [{}, { of: NEW }] },
    secure("@ A", fault("DS", "DS without key", "^")),
  ),
  row(
    "ksk-double-ds-new",
    "two DS, but the old key has been removed",
    { keys: [NEW], ds: [{ of: OLD }, {}] },
    secure("@ A", fault("DS", "DS without key", "^")),
  ),
  row(
    "ksk-too-early",
    "the old key was removed before the DS was changed",
    { keys: [NEW], ds: [{ of: OLD }] },
    bogus("@ A", fault("DS", "DNSKEY Missing", "^")),
  ),
  row(
    "ksk-does-not-sign",
    "the DS is of a KSK that is published, and does not sign the keys",
    { keys: [OLD, { ...NEW, signs: "nothing" }], ds: [{ key: 1 }] },
    bogus("@ A", fault("DNSKEY", "RRSIGs Missing")),
  ),
  row(
    "alg-double",
    "from RSA to ECDSA: both sign everything, both have a DS",
    { keys: [RSA, NEW], ds: [{}, { key: 1 }] },
    secure("@ A"),
    secure("nothing A"),
  ),
  row(
    "alg-new-without-signatures",
    "from RSA to ECDSA: the new key is published before its signatures (RFC 6781 section 4.1.4)",
    { keys: [RSA, { ...NEW, signs: "nothing" }] },
    secure("@ A", fault("DNSKEY", "algorithm without signatures")),
  ),
  row(
    "alg-ds-too-early",
    "from RSA to ECDSA: a DS for the new algorithm, for which the zone has no key",
    { keys: [RSA], ds: [{}, { of: NEW }] },
    secure("@ A", fault("DS", "DS without key", "^")),
  ),
  row(
    "alg-ds-without-signatures",
    "from RSA to ECDSA: both have a DS, and the new key signs the keys alone (RFC 6840 section 5.11)",
    { keys: [RSA, { ...NEW, signs: "keys" }], ds: [{}, { key: 1 }] },
    secure("@ A", fault("DNSKEY", "algorithm without signatures")),
  ),
  row(
    "alg-old-signatures-gone",
    "from RSA to ECDSA: the old signatures were removed before the DS was changed",
    { keys: [{ ...RSA, signs: "nothing" }, NEW], ds: [{}] },
    bogus("@ A", fault("DNSKEY", "RRSIGs Missing")),
  ),
  row(
    "alg-known-and-unknown",
    "signed with ECDSA and with an unknown algorithm, with a DS for each",
    { keys: [OLD, { id: "other", as: 100 }], ds: [{}, { key: 1 }] },
    secure("@ A"),
  ),
];

/** Rows about keys. */
export const KEY_SITUATIONS: readonly Situation[] = [
  ...ALGORITHMS,
  ...UNKNOWN_ALGORITHMS,
  ...KEYS,
  ...ROLLOVERS,
];
