import { bogus, fault, insecure, row, secure } from "./situation-row.ts";
import type { Nsec3Making, Situation } from "./situation-shapes.ts";
import { ON_KNOT } from "./situations-signatures.ts";

const parameters = fault("NSEC3PARAM", "NSEC3 parameters");
const tooMany = fault("NSEC3PARAM", "Unsupported NSEC3 Iterations Value");

/**
 * NSEC3 with different numbers of iterations (RFC 9276). Positive answers need no proof, so they are secure with any
 * number of iterations.
 */
const ITERATIONS: readonly Situation[] = [0, 1, 10, 50, 51, 101, 150, 151, 500, 2500].map((iterations) => {
  const culprit = iterations === 0 ? null : parameters;
  const what = `NSEC3 with ${iterations} iterations`;
  const label = `iterations-${iterations}`;
  const making = { denial: { iterations } };
  if (iterations > 150)
    return row(
      label,
      what,
      making,
      insecure("nothing A", tooMany),
      insecure("@ AAAA", tooMany),
      secure("@ A", culprit),
    );
  return row(
    label,
    what,
    making,
    secure("nothing A", culprit),
    secure("@ AAAA", culprit),
    secure("@ A", culprit),
  );
});

const KINDS: readonly (readonly [label: string, Nsec3Making | undefined])[] = [
  ["nsec", undefined],
  ["nsec3", {}],
  ["optout", { optOut: true }],
  ["salt", { salt: "AABBCCDD" }],
];

/** Names and types that do not exist, wildcards and DNAME, with each kind of proof. */
const KINDS_OF_ABSENCE: readonly Situation[] = KINDS.map(([label, denial]) => {
  const culprit = label === "salt" || label === "optout" ? parameters : null;
  return row(
    `denial-${label}`,
    `names and types that do not exist, with proofs of kind ${label}`,
    {
      ...(denial === undefined ? {} : { denial }),
      records: "dname DNAME ds-sha256.situations.org.\n*.star A 93.184.222.9",
    },
    ...(label === "optout"
      ? // An opt-out span can hide an unsigned delegation, so it proves nothing. This is not a fault (RFC 5155 section 9.2).
        [insecure("nothing A", culprit)]
      : [secure("nothing A", culprit)]),
    secure("@ AAAA", culprit),
    secure("ent A", culprit),
    secure("www MX", culprit),
    ...(label === "optout"
      ? [insecure("x.wild TXT", culprit), insecure("x.wild A", culprit)]
      : [secure("x.wild TXT", culprit), secure("x.wild A", culprit), secure("a.b.wild TXT", culprit)]),
    secure("*.wild TXT", culprit),
    secure("www.dname A", label === "optout" ? culprit : null),
  );
});

/** Faulty wildcards, DNAME records and proofs. */
const WRONG: readonly Situation[] = [
  row(
    "wildcard-unproved",
    "a wildcard's answer without the proof that no closer name exists",
    { ...ON_KNOT, damage: { NSEC: "absent" } },
    bogus("x.wild TXT", fault("NSEC", "NSEC Missing")),
    secure("*.wild TXT"),
  ),
  row(
    "wildcard-unproved3",
    "the same with NSEC3",
    { denial: {}, damage: { NSEC3: "absent" } },
    bogus("x.wild TXT", fault("NSEC3", "NSEC Missing")),
  ),
  row(
    "wildcard-missing",
    "the wildcard has no signature",
    { damage: { "*.wild TXT": "missing" } },
    bogus("x.wild TXT", fault("TXT", "RRSIGs Missing")),
    secure("@ TXT"),
  ),
  row(
    "wildcard-expired",
    "the wildcard's signature has expired",
    { damage: { "*.wild TXT": "expired" } },
    bogus("x.wild TXT", fault("TXT", "Signature Expired")),
  ),
  row(
    "wildcard-nodata-unproved",
    "no proof that the wildcard does not have the type",
    { damage: { "*.wild NSEC": "absent" } },
    bogus("x.wild A", fault("NSEC", "NSEC Missing")),
    secure("nothing A"),
  ),
  row(
    "dname-missing",
    "a DNAME without signature",
    { records: "dname DNAME ds-sha256.situations.org.", damage: { DNAME: "missing" } },
    bogus("www.dname A", fault("DNAME", "RRSIGs Missing")),
    bogus("dname DNAME", fault("DNAME", "RRSIGs Missing")),
  ),
  row(
    "dname-expired",
    "a DNAME whose signature has expired",
    { records: "dname DNAME ds-sha256.situations.org.", damage: { DNAME: "expired" } },
    bogus("www.dname A", fault("DNAME", "Signature Expired")),
  ),
  row(
    "dname-insecure",
    "a DNAME into a zone that is not signed",
    { records: "dname DNAME unsigned.situations.org." },
    insecure("www.dname A", fault("DS", "no DS", "^")),
  ),
  row(
    "dname-bogus",
    "a DNAME into a zone whose DS is of another key",
    { records: "dname DNAME alias-bogus-target.situations.org." },
    bogus("www.dname A", fault("DS", "DNSKEY Missing", "^")),
  ),
  row(
    "nsec3param-missing",
    "NSEC3PARAM has no signature, but validators do not need NSEC3PARAM",
    { denial: {}, damage: { NSEC3PARAM: "missing" } },
    secure("nothing A"),
    bogus("@ NSEC3PARAM", fault("NSEC3PARAM", "RRSIGs Missing")),
  ),
  row(
    "nsec-apex-absent",
    "the apex has no NSEC, so BIND treats the zone as unsigned",
    { damage: { "@ NSEC": "absent" } },
    bogus("@ AAAA", fault("NSEC", "NSEC Missing")),
    bogus("@ A", fault("A", "RRSIGs Missing")),
  ),
  row(
    "nsec-apex-absent-knot",
    "the apex has no NSEC; Knot sends all other signatures",
    { ...ON_KNOT, damage: { "@ NSEC": "absent" } },
    secure("www MX"),
    secure("@ A"),
    bogus("@ AAAA", fault("NSEC", "NSEC Missing")),
  ),
];

/** Rows about denial of existence. */
export const DENIAL_SITUATIONS: readonly Situation[] = [...ITERATIONS, ...KINDS_OF_ABSENCE, ...WRONG];
