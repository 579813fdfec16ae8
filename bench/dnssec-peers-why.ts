/** The tools of the bench. */
export const TOOLS = ["ours", "dnsviz", "zonemaster"] as const;
export type Tool = (typeof TOOLS)[number];

/** Why a tool says otherwise than the table of some rows, by their `keyOf`, and which of the two is right. */
export type Why = {
  readonly tool: Tool;
  readonly rows: RegExp;
  readonly right: "table" | "tool" | "both";
  readonly why: string;
};

/** Names of rows of which one kind of records alone is spoilt. */
const OTHER_SETS =
  /^((a|mx|txt|ns)-[a-z]+ (A|MX|TXT|NS)|alias\.cname-[a-z]+ CNAME|www\.www-missing A|www\.dname\.dname-(missing|expired) A|x\.wild\.wildcard-\S+ \w+|nsec3param-missing NSEC3PARAM|to\.alias-from-bogus A|ns\.ns-bogus-host A)$/;

/** The first that fits is the explanation. */
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
    why: "The target is in the same zone and has no signature; ours takes what lies behind an alias for another zone (RFC 4035 5.3).",
  },
  {
    tool: "ours",
    rows: /^keytrap /,
    right: "both",
    why: "More signatures to check than one request may (CVE-2023-50387): the chain is `not_checked`, and the word of the resolver stands, which takes it.",
  },
  {
    tool: "ours",
    rows: /^(to\.loop-\w+|c0\.chain-of-aliases) /,
    right: "both",
    why: "Each alias verifies and no address follows: ours is `secure` with the finding `cname_loop` or `cname_chain_long` (RFC 1034 3.6.2).",
  },
  {
    tool: "dnsviz",
    rows: /^(alias\.www-missing|to\.alias-(insecure|bogus)|www\.dname\.dname-(insecure|bogus)) /,
    right: "both",
    why: "It judges the alias alone and the target as a name of its own; an answer is as safe as all of its RRsets (RFC 4035 3.2.3).",
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
    why: "It has no limit of iterations, and tells NONZERO_NSEC3_ITERATION_COUNT; validators take such denials as insecure (RFC 9276 3.2).",
  },
  {
    tool: "dnsviz",
    rows: /^x\.wild\.denial-optout /,
    right: "table",
    why: "A wildcard's proof in a span of opt-out may not have AD (RFC 5155 9.2); it takes the RRset by its signature alone.",
  },
  {
    tool: "dnsviz",
    rows: /^x\.wild\.wildcard-unproved3? /,
    right: "table",
    why: "It tells MISSING_NSEC_FOR_WILDCARD and leaves the RRset secure; without that proof it is bogus (RFC 4035 5.3.4).",
  },
  {
    tool: "dnsviz",
    rows: /^to\.loop-\w+ /,
    right: "both",
    why: "The alias verifies, and it tells CNAME_LOOP.",
  },
  {
    tool: "zonemaster",
    rows: /^(undelegated|no-ns|lame-one|ns-differ) /,
    right: "both",
    why: "An error of the delegation, which ours tells as such: no resolver that validates refuses an answer for it.",
  },
  {
    tool: "zonemaster",
    rows: OTHER_SETS,
    right: "table",
    why: "It checks the signatures of SOA, DNSKEY and a denial at the apex, and those of no other records (RFC 4035 5.3).",
  },
  {
    tool: "zonemaster",
    rows: /^(nothing\.)?(soa|dnskey|nsec3?)-(labels|signer) /,
    right: "table",
    why: "It checks a signature's bytes, and neither its labels nor its signer (RFC 4035 5.3.1).",
  },
  {
    tool: "zonemaster",
    rows: /^(unsigned\.chain-nsec|child\.chain-ds-)/,
    right: "table",
    why: "It checks neither the parent's signature of a DS nor its proof that there is none (RFC 4035 5.2).",
  },
  {
    tool: "zonemaster",
    rows: /^(child|www\.child|unsigned|www\.unsigned)\S*\.chain-|^(child|www\.child)\.middle\./,
    right: "both",
    why: "It looks at a zone and its delegation: what is broken above is told where it is asked about that zone.",
  },
  {
    tool: "zonemaster",
    rows: /^(to\.alias-bogus|www\.dname\.dname-bogus|to\.loop-\w+|c0\.chain-of-aliases) /,
    right: "both",
    why: "It looks at no alias below the apex: the zone itself is as it should be.",
  },
  {
    tool: "zonemaster",
    rows: /^(nothing\.)?(second-|multi-ds-missing)/,
    right: "both",
    why: "One server of two is wrong: an error to it, as to our `dnssec_server_fails`; resolvers ask the other one (RFC 4035 5.5, 4.7).",
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
    why: "It tells SOA_NOT_EXISTS as an error of the delegation; the denial of the SOA is bogus as well (RFC 4035 5.4).",
  },
  {
    tool: "zonemaster",
    rows: /^nsec-apex-absent-knot /,
    right: "table",
    why: "Its denial test asks for a name that is not there; the apex alone has no NSEC (RFC 4035 5.4).",
  },
  {
    tool: "zonemaster",
    rows: /^island-/,
    right: "both",
    why: "The signatures have ended, and without a DS nobody looks at them (RFC 4035 5.2).",
  },
  {
    tool: "zonemaster",
    rows: /^(alg(3|6|12|17|23|100|253|254)|ds-forgotten-unknown) /,
    right: "both",
    why: "An error to it; to resolvers that know no algorithm of the DS the zone is not signed (RFC 4035 5.2), which ours tells with `dnssec_unsupported`.",
  },
  {
    tool: "zonemaster",
    rows: /^(alg-known-and-unknown|ds-sha1|ds-all|ds-digest-unknown-beside|alg[57]) /,
    right: "both",
    why: "An algorithm or digest that must not be used is an error to it (RFC 9904, 9905); resolvers validate still, and ours warns.",
  },
  {
    tool: "zonemaster",
    rows: /^ds-(sha(1|384)|digest-unknown-beside)-wrong /,
    right: "both",
    why: "One DS of two has a wrong digest: an error to it; to resolvers the one that fits is enough (RFC 4035 5.2, RFC 4509 3).",
  },
  {
    tool: "zonemaster",
    rows: /^(ds-digest-unknown|ds-algorithm-unknown|ds-gost) /,
    right: "both",
    why: "A DS whose digest type or algorithm resolvers do not know is an error to it; to them the zone is not signed (RFC 4035 5.2).",
  },
  {
    tool: "zonemaster",
    rows: /^ds-algorithm /,
    right: "table",
    why: "The DS names another algorithm than its key has, so it leads to no key (RFC 4034 5.2).",
  },
  {
    tool: "zonemaster",
    rows: /^cds-cdnskey-differ /,
    right: "both",
    why: "CDS and CDNSKEY contradict each other, an error to it (RFC 7344 4); all answers verify, and ours tells `cds_inconsistent`.",
  },
  {
    tool: "zonemaster",
    rows: /^ds-of-revoked /,
    right: "table",
    why: "The DS leads to a revoked key, which signs nothing but its own revocation (RFC 5011 2.1).",
  },
  {
    tool: "zonemaster",
    rows: /^keytrap /,
    right: "both",
    why: "Its tests end with the key that fits; validators stop before (CVE-2023-50387).",
  },
];
