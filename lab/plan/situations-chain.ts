import { bogus, fault, insecure, OTHER, row, secure } from "./situation-row.ts";
import type { Damage, DsMaking, Reason, Situation, Verdict, ZoneMaking } from "./situation-shapes.ts";

/**
 * Returns a row with a parent zone, a correct signed child and an unsigned child, to test how the parent's state
 * affects the children.
 */
function family(
  label: string,
  what: string,
  parent: ZoneMaking,
  child: readonly [Verdict, ReturnType<typeof fault> | null],
  unsigned: readonly [Verdict, ReturnType<typeof fault> | null],
): Situation {
  const ask = { secure, insecure, bogus, unknown: bogus };
  return row(
    label,
    what,
    { ...parent, below: { child: {}, unsigned: { keys: [] } } },
    ask[child[0]]("child A", child[1]),
    ask[child[0]]("www.child A", child[1]),
    ask[unsigned[0]]("unsigned A", unsigned[1]),
    ask[unsigned[0]]("www.unsigned A", unsigned[1]),
  );
}

const expired = fault("DNSKEY", "Signature Expired");
const forgotten = fault("DS", "DNSKEY Missing", "^");
const none = fault("DS", "no DS", "^");
const noDs = fault("DS", "no DS");

const DS_DAMAGES: readonly (readonly [Damage, Reason])[] = [
  ["missing", "RRSIGs Missing"],
  ["expired", "Signature Expired"],
  ["future", "Signature Not Yet Valid"],
  ["corrupt", "DNSSEC Bogus"],
  ["stranger", "DNSSEC Bogus"],
];

const PROOF_DAMAGES: readonly (readonly [Damage, Reason])[] = [
  ["missing", "RRSIGs Missing"],
  ["expired", "Signature Expired"],
  ["corrupt", "DNSSEC Bogus"],
  ["absent", "NSEC Missing"],
];

/** Chains of several zones, with a fault at one level. */
const CHAINS: readonly Situation[] = [
  family("chain-right", "a correct chain of three zones", {}, ["secure", null], ["insecure", noDs]),
  family("chain-nsec3", "a chain of three with NSEC3", { denial: {} }, ["secure", null], ["insecure", noDs]),
  family(
    "chain-optout",
    "a chain of three with opt-out (RFC 5155 section 6)",
    { denial: { optOut: true } },
    ["secure", null],
    ["insecure", noDs],
  ),
  family(
    "chain-expired",
    "the parent's signatures have expired",
    { damage: { "*": "expired", DNSKEY: "expired" } },
    ["bogus", expired],
    ["bogus", expired],
  ),
  family(
    "chain-forgotten",
    "the parent's DS has no key",
    { keys: [], ds: [{ of: OTHER }] },
    ["bogus", forgotten],
    ["bogus", forgotten],
  ),
  family(
    "chain-other-key",
    "the parent's DS is of another key",
    { ds: [{ of: OTHER }] },
    ["bogus", forgotten],
    ["bogus", forgotten],
  ),
  family(
    "chain-unsigned",
    "a DS in a parent that is not signed",
    { keys: [] },
    ["insecure", none],
    ["insecure", none],
  ),
  family(
    "chain-island",
    "a DS in a parent that is signed and has none",
    { ds: [] },
    ["insecure", none],
    ["insecure", none],
  ),
  family(
    "chain-unknown",
    "a DS in a parent with an unknown algorithm",
    { keys: [{ as: 100 }] },
    ["insecure", fault("DNSKEY", "Unsupported DNSKEY Algorithm")],
    ["insecure", fault("DNSKEY", "Unsupported DNSKEY Algorithm")],
  ),
  ...DS_DAMAGES.map(([damage, reason]) =>
    family(
      `chain-ds-${damage}`,
      `the parent's signature of the DS: ${damage}`,
      { damage: { DS: damage } },
      ["bogus", fault("DS", reason)],
      ["insecure", noDs],
    ),
  ),
  ...PROOF_DAMAGES.flatMap(([damage, reason]) => [
    family(
      `chain-nsec-${damage}`,
      `the parent's proof that a child has no DS: ${damage}`,
      { damage: { "unsigned NSEC": damage } },
      ["secure", null],
      ["bogus", fault("NSEC", reason)],
    ),
    family(
      `chain-nsec3-${damage}`,
      `the parent's proofs by NSEC3: ${damage}`,
      { denial: {}, damage: { NSEC3: damage } },
      ["secure", null],
      ["bogus", fault("NSEC3", reason)],
    ),
  ]),
  row(
    "chain-deep-expired",
    "four zones deep; in the third everything has expired",
    { below: { middle: { damage: { "*": "expired", DNSKEY: "expired" }, below: { child: {} } } } },
    bogus("child.middle A", fault("DNSKEY", "Signature Expired", "middle")),
    bogus("middle A", fault("DNSKEY", "Signature Expired", "middle")),
    secure("@ A"),
  ),
  row(
    "chain-deep-forgotten",
    "four zones deep; the third was moved and its DS forgotten",
    { below: { middle: { keys: [], ds: [{ of: OTHER }], below: { child: { keys: [] } } } } },
    bogus("www.child.middle A", fault("DS", "DNSKEY Missing")),
    secure("@ A"),
  ),
  row(
    "chain-deep-insecure",
    "four zones deep; the third is not signed, the fourth is",
    { below: { middle: { keys: [], below: { child: {} } } } },
    insecure("child.middle A", noDs),
    secure("@ A"),
  ),
  row(
    "chain-child-forgotten",
    "correct, but a child was moved and its DS forgotten",
    { below: { child: { keys: [], ds: [{ of: OTHER }] } } },
    bogus("child A", fault("DS", "DNSKEY Missing")),
    bogus("www.child A", fault("DS", "DNSKEY Missing")),
    secure("www A"),
  ),
];

const wrongDs: readonly DsMaking[] = [{ of: OTHER }];

/** Aliases into other zones. An answer is only as secure as the least secure zone of the chain. */
const ALIASES: readonly Situation[] = [
  row(
    "alias-secure",
    "an alias into another secure zone",
    { records: "to CNAME www.ds-sha256.situations.org." },
    secure("to A"),
  ),
  row(
    "alias-insecure",
    "an alias into a zone that is not signed",
    { records: "to CNAME www.unsigned.situations.org." },
    insecure("to A", fault("DS", "no DS", "^")),
    secure("to CNAME"),
  ),
  row(
    "alias-bogus",
    "an alias into a zone whose DS is of another key",
    { records: "to CNAME www.alias-bogus-target.situations.org." },
    bogus("to A", fault("DS", "DNSKEY Missing", "^")),
    secure("to CNAME"),
  ),
  row(
    "alias-bogus-target",
    "the target of that alias",
    { ds: wrongDs },
    bogus("www A", fault("DS", "DNSKEY Missing", "^")),
  ),
  row(
    "alias-from-bogus",
    "an alias without signature into a secure zone",
    { records: "to CNAME www.ds-sha256.situations.org.", damage: { CNAME: "missing" } },
    bogus("to A", fault("CNAME", "RRSIGs Missing")),
  ),
  row(
    "alias-nowhere",
    "an alias to a name that does not exist",
    { records: "to CNAME nothing.alias-nowhere.situations.org." },
    secure("to A"),
  ),
];

/** Rows about zones whose verdict depends on the state of other zones. */
export const CHAIN_SITUATIONS: readonly Situation[] = [...CHAINS, ...ALIASES];
