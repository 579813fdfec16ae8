/** The tools that the bench compares. */
export const TOOLS = ["ours", "dnsviz", "zonemaster"] as const;
export type Tool = (typeof TOOLS)[number];

/**
 * Why a tool's verdict differs from the table for some rows, matched by their `keyOf`, and whether the tool or the
 * table is right.
 */
export type Why = {
  readonly tool: Tool;
  readonly rows: RegExp;
  readonly right: "table" | "tool" | "both";
  readonly why: string;
};

/** Matches the keys of rows in which only one kind of record is faulty. */
const OTHER_SETS =
  /^((a|mx|txt|ns)-[a-z]+ (A|MX|TXT|NS)|alias\.cname-[a-z]+ CNAME|www\.www-missing A|www\.dname\.dname-(missing|expired) A|x\.wild\.wildcard-\S+ \w+|nsec3param-missing NSEC3PARAM|to\.alias-from-bogus A|ns\.ns-bogus-host A)$/;

/** The explanations. The first that matches a row applies. */
export const WHY: readonly Why[] = [
  {
    tool: "ours",
    rows: /^iterations-150 /,
    right: "both",
    why: "RFC 9276 3.2 leaves open above how many iterations denials are insecure: 100 here, 150 in Unbound and BIND.",
  },
  {
    tool: "ours",
    rows: /^alias\.www-missing /,
    right: "table",
    why: "The target is in the same zone and has no signature; ours treats the target of an alias as another zone (RFC 4035 5.3).",
  },
  {
    tool: "ours",
    rows: /^keytrap /,
    right: "both",
    why: "The answer has more signatures than one request may check (CVE-2023-50387): the chain is `not_checked`, and ours gives the verdict of the resolver, which accepts the answer.",
  },
  {
    tool: "ours",
    rows: /^(to\.loop-\w+|c0\.chain-of-aliases) /,
    right: "both",
    why: "Each alias verifies, but the chain ends without an address: ours is `secure` with the finding `cname_loop` or `cname_chain_long` (RFC 1034 3.6.2).",
  },
  {
    tool: "dnsviz",
    rows: /^(alias\.www-missing|to\.alias-(insecure|bogus)|www\.dname\.dname-(insecure|bogus)) /,
    right: "both",
    why: "It judges the alias alone, and the target as a separate name; an answer is only as secure as its least secure RRset (RFC 4035 3.2.3).",
  },
  {
    tool: "dnsviz",
    rows: /^keytrap /,
    right: "both",
    why: "It tries every key and finds the one that fits (RFC 4035 5.3.1); validators stop after a few (CVE-2023-50387).",
  },
  {
    tool: "dnsviz",
    rows: /^(nothing\.)?iterations-(151|500|2500) /,
    right: "both",
    why: "It has no limit on iterations, and reports NONZERO_NSEC3_ITERATION_COUNT; validators treat such denials as insecure (RFC 9276 3.2).",
  },
  {
    tool: "dnsviz",
    rows: /^x\.wild\.denial-optout /,
    right: "table",
    why: "A wildcard answer proved by an opt-out span must not have the AD bit (RFC 5155 9.2); DNSViz judges the RRset by its signature alone.",
  },
  {
    tool: "dnsviz",
    rows: /^x\.wild\.wildcard-unproved3? /,
    right: "table",
    why: "It reports MISSING_NSEC_FOR_WILDCARD, but rates the RRset secure; without that proof the RRset is bogus (RFC 4035 5.3.4).",
  },
  {
    tool: "dnsviz",
    rows: /^to\.loop-\w+ /,
    right: "both",
    why: "The alias verifies, and DNSViz reports CNAME_LOOP.",
  },
  {
    tool: "zonemaster",
    rows: /^(undelegated|no-ns|lame-one|ns-differ) /,
    right: "both",
    why: "An error in the delegation, which ours reports as such: no validating resolver refuses an answer because of it.",
  },
  {
    tool: "zonemaster",
    rows: OTHER_SETS,
    right: "table",
    why: "It checks the signatures of SOA, DNSKEY and a denial at the apex, but not those of other records (RFC 4035 5.3).",
  },
  {
    tool: "zonemaster",
    rows: /^(nothing\.)?(soa|dnskey|nsec3?)-(labels|signer) /,
    right: "table",
    why: "It checks a signature's bytes, but neither its labels nor its signer (RFC 4035 5.3.1).",
  },
  {
    tool: "zonemaster",
    rows: /^(unsigned\.chain-nsec|child\.chain-ds-)/,
    right: "table",
    why: "It checks neither the parent's signature of a DS nor the proof that there is no DS (RFC 4035 5.2).",
  },
  {
    tool: "zonemaster",
    rows: /^(child|www\.child|unsigned|www\.unsigned)\S*\.chain-|^(child|www\.child)\.middle\./,
    right: "both",
    why: "It tests a zone and its delegation: a fault in a zone above is reported when that zone is tested.",
  },
  {
    tool: "zonemaster",
    rows: /^(to\.alias-bogus|www\.dname\.dname-bogus|to\.loop-\w+|c0\.chain-of-aliases) /,
    right: "both",
    why: "It follows no alias below the apex: the zone itself has no fault.",
  },
  {
    tool: "zonemaster",
    rows: /^(nothing\.)?(second-|multi-ds-missing)/,
    right: "both",
    why: "One of two servers is wrong: an error to Zonemaster, as in our `dnssec_server_fails`; resolvers ask the other server (RFC 4035 5.5, 4.7).",
  },
  {
    tool: "zonemaster",
    rows: /^multi-denials /,
    right: "table",
    why: "Signers may deny in different ways, one with NSEC and one with NSEC3 (RFC 8901 4).",
  },
  {
    tool: "zonemaster",
    rows: /^no-soa SOA/,
    right: "both",
    why: "It reports SOA_NOT_EXISTS as an error of the delegation; the denial of the SOA is bogus as well (RFC 4035 5.4).",
  },
  {
    tool: "zonemaster",
    rows: /^nsec-apex-absent-knot /,
    right: "table",
    why: "Its denial test queries a name that does not exist; only the apex has no NSEC (RFC 4035 5.4).",
  },
  {
    tool: "zonemaster",
    rows: /^island-/,
    right: "both",
    why: "The signatures have expired, but without a DS no resolver checks them (RFC 4035 5.2).",
  },
  {
    tool: "zonemaster",
    rows: /^(alg(3|6|12|17|23|100|253|254)|ds-forgotten-unknown) /,
    right: "both",
    why: "An error to Zonemaster; resolvers that know no algorithm of the DS treat the zone as unsigned (RFC 4035 5.2), which ours reports as `dnssec_unsupported`.",
  },
  {
    tool: "zonemaster",
    rows: /^(alg-known-and-unknown|ds-sha1|ds-all|ds-digest-unknown-beside|alg[57]) /,
    right: "both",
    why: "An algorithm or digest that must not be used is an error to Zonemaster (RFC 9904, 9905); resolvers still validate, and ours warns.",
  },
  {
    tool: "zonemaster",
    rows: /^ds-(sha(1|384)|digest-unknown-beside)-wrong /,
    right: "both",
    why: "One of two DS records has a wrong digest: an error to Zonemaster; one DS that matches is enough for resolvers (RFC 4035 5.2, RFC 4509 3).",
  },
  {
    tool: "zonemaster",
    rows: /^(ds-digest-unknown|ds-algorithm-unknown|ds-gost) /,
    right: "both",
    why: "A DS with a digest type or algorithm that resolvers do not know is an error to Zonemaster; resolvers treat the zone as unsigned (RFC 4035 5.2).",
  },
  {
    tool: "zonemaster",
    rows: /^ds-algorithm /,
    right: "table",
    why: "The DS and its key have different algorithms, so the DS matches no key (RFC 4034 5.2).",
  },
  {
    tool: "zonemaster",
    rows: /^cds-cdnskey-differ /,
    right: "both",
    why: "CDS and CDNSKEY contradict each other, an error to Zonemaster (RFC 7344 4); all answers verify, and ours reports `cds_inconsistent`.",
  },
  {
    tool: "zonemaster",
    rows: /^ds-of-revoked /,
    right: "table",
    why: "The DS refers to a revoked key, which signs nothing but its own revocation (RFC 5011 2.1).",
  },
  {
    tool: "zonemaster",
    rows: /^keytrap /,
    right: "both",
    why: "It tries keys until one fits; validators stop earlier (CVE-2023-50387).",
  },
];
