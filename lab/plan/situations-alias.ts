import { LEAF } from "./hosts.ts";
import { bogus, fault, insecure, OTHER, row, SITUATIONS_PARENT, secure, unknown } from "./situation-row.ts";
import type { Culprit, Situation, ZoneMaking } from "./situation-shapes.ts";

/**
 * NSD holds the zones of these situations and their child zones. For an alias into a child zone it adds the records of
 * the target, with the child's signatures, to its answer, as PowerDNS does too. BIND and Knot send only the alias.
 */
const ON_NSD = { servers: LEAF, held: ["nsd-leaf"] } as const;

/** The child zone `sub` of a situation, with a change, and records at the targets of aliases. */
const child = (making: ZoneMaking): ZoneMaking => ({
  ...ON_NSD,
  records: "b A 93.184.222.5\nd.b A 93.184.222.6\naway CNAME www.signed.com.\nleaves DNAME signed.com.",
  ...making,
});

/**
 * Returns a zone with aliases into its child zone: a CNAME, a wildcard CNAME, a DNAME, a CNAME to an alias in the child
 * zone, and a CNAME and a DNAME through the child zone to another one.
 */
function aliasesInto(label: string, making: ZoneMaking): ZoneMaking {
  const name = `${label}.${SITUATIONS_PARENT}.`;
  const records = `t CNAME b.sub.${name}
*.star CNAME b.sub.${name}
dname DNAME b.sub.${name}
back CNAME alias.sub.${name}
away CNAME away.sub.${name}
leaves DNAME leaves.sub.${name}`;
  return { ...ON_NSD, records, below: { sub: child(making) } };
}

/** Returns a row about a child zone whose records validating resolvers reject (RFC 4035 5). */
function broken(
  label: string,
  what: string,
  making: ZoneMaking,
  set: string,
  reason: Culprit["reason"],
): Situation {
  const why = fault(set, reason, reason === "DNSKEY Missing" ? undefined : "sub");
  return row(
    label,
    `an alias into a child zone on the same servers, ${what}`,
    aliasesInto(label, making),
    bogus("t A", why),
    bogus("x.star A", why),
    bogus("d.dname A", why),
    bogus("back A", why),
    bogus("away A", why),
    bogus("www.leaves A", why),
    secure("www A"),
  );
}

/** Aliases into child zones on the same servers, loops and chains of aliases, and denials at NSD. */
export const ALIAS_SITUATIONS: readonly Situation[] = [
  broken(
    "into-expired",
    "whose signatures have expired",
    { damage: { "*": "expired" } },
    "A",
    "Signature Expired",
  ),
  broken("into-corrupt", "whose signatures are wrong", { damage: { "*": "corrupt" } }, "A", "DNSSEC Bogus"),
  broken("into-unsigned-set", "that lacks signatures", { damage: { "*": "missing" } }, "A", "RRSIGs Missing"),
  broken("into-wrong-ds", "whose DS names another key", { ds: [{ of: OTHER }] }, "DS", "DNSKEY Missing"),
  row(
    "into-secure",
    "an alias into a child zone on the same servers, which is correct",
    aliasesInto("into-secure", {}),
    secure("t A"),
    secure("x.star A"),
    secure("d.dname A"),
    secure("t AAAA"),
    secure("away A"),
    secure("www.leaves A"),
  ),
  row(
    "into-insecure",
    "an alias into a child zone on the same servers, which is not signed",
    aliasesInto("into-insecure", { keys: [] }),
    insecure("t A", fault("DS", "no DS")),
    insecure("x.star A", fault("DS", "no DS")),
    insecure("t AAAA", fault("DS", "no DS")),
    insecure("away A", fault("DS", "no DS")),
    insecure("www.leaves A", fault("DS", "no DS")),
    secure("t CNAME"),
  ),
  row(
    "into-unproved",
    "no proof that the target of an alias lacks the type (RFC 4035 5.4)",
    { ...ON_NSD, damage: { "www NSEC": "absent" } },
    bogus("alias AAAA", fault("NSEC", "NSEC Missing")),
    bogus("www AAAA", fault("NSEC", "NSEC Missing")),
    secure("alias A"),
  ),
  row(
    "tlsa-corrupt",
    "TLSA records of the mail server with a wrong signature",
    {
      records: `_25._tcp.mail TLSA 3 1 1 ${"ab".repeat(32)}`,
      damage: { "_25._tcp.mail TLSA": "corrupt" },
    },
    bogus("_25._tcp.mail TLSA", fault("TLSA", "DNSSEC Bogus")),
    secure("mail A"),
  ),
  row(
    "nsec-leaves",
    "NSEC records whose next name is outside the zone (RFC 4034 section 4.1.1)",
    { ...ON_NSD, proofs: "leaves" },
    bogus("nothing A", fault("NSEC", "NSEC Missing")),
    bogus("www AAAA", fault("NSEC", "NSEC Missing")),
    secure("www A"),
  ),
  row(
    "compact",
    "a name that does not exist according to its NSEC record (compact denial, RFC 9824)",
    { ...ON_NSD, proofs: "nxname", records: `al CNAME nothing.compact.${SITUATIONS_PARENT}.` },
    secure("nothing A"),
    secure("nothing MX"),
    secure("www A"),
  ),
  row(
    "loop-one",
    "aliases in a circle over two zones",
    { records: "to CNAME to.loop-two.situations.org." },
    unknown("to A", fault("CNAME", "alias loop")),
  ),
  row(
    "loop-two",
    "the other half of that circle",
    { records: "to CNAME to.loop-one.situations.org." },
    unknown("to A", fault("CNAME", "alias loop")),
  ),
  row(
    "loop-itself",
    "an alias of itself, signed",
    { records: "to CNAME to.loop-itself.situations.org." },
    unknown("to A", fault("CNAME", "alias loop")),
  ),
  row(
    "chain-of-aliases",
    "a chain of twenty aliases, signed",
    {
      records: `${Array.from({ length: 20 }, (_, i) => `c${i} CNAME c${i + 1}.chain-of-aliases.situations.org.`).join("\n")}\nc20 A 93.184.222.5`,
    },
    unknown("c0 A", fault("CNAME", "alias chain too long")),
    secure("c15 A"),
  ),
];
