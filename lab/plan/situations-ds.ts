import { bogus, fault, insecure, OTHER, row, secure } from "./situation-row.ts";
import type { Situation } from "./situation-shapes.ts";

/** DS records with different contents. */
const DS: readonly Situation[] = [
  row(
    "ds-sha1",
    "DS with SHA-1 alone",
    { ds: [{ digest: 1 }] },
    secure("@ A", fault("DS", "digest not recommended", "^")),
  ),
  row(
    "ds-sha256",
    "DS with SHA-256, which is correct",
    {},
    secure("@ A"),
    secure("@ DNSKEY"),
    secure("nothing A"),
    secure("x.wild TXT"),
  ),
  row("ds-sha384", "DS with SHA-384", { ds: [{ digest: 4 }] }, secure("@ A")),
  row(
    "ds-all",
    "DS with SHA-1, SHA-256 and SHA-384",
    { ds: [{ digest: 1 }, {}, { digest: 4 }] },
    secure("@ A"),
  ),
  row(
    "ds-forgotten",
    "moved to servers that do not sign: the DS is still at the parent",
    { keys: [], ds: [{ of: OTHER }] },
    bogus("@ A", fault("DS", "DNSKEY Missing", "^")),
    bogus("www A", fault("DS", "DNSKEY Missing", "^")),
    bogus("nothing.below A", fault("DS", "DNSKEY Missing", "^")),
  ),
  row(
    "ds-forgotten-unknown",
    "moved to servers that do not sign: a DS with an unknown algorithm is still at the parent",
    { keys: [], ds: [{ of: { as: 100 } }] },
    insecure("@ A", fault("DS", "Unsupported DNSKEY Algorithm", "^")),
  ),
  row(
    "ds-signatures-without-key",
    "signatures, but no key",
    { keys: [{ hidden: true }] },
    bogus("@ A", fault("DNSKEY", "DNSKEY Missing")),
  ),
  row(
    "ds-other-key",
    "moved to servers with their own keys: the DS is for the former servers' key",
    { ds: [{ of: OTHER }] },
    bogus("@ A", fault("DS", "DNSKEY Missing", "^")),
    bogus("www A", fault("DS", "DNSKEY Missing", "^")),
  ),
  row(
    "ds-digest",
    "the DS's digest is wrong",
    { ds: [{ wrong: "digest" }] },
    bogus("@ A", fault("DS", "DNSSEC Bogus", "^")),
  ),
  row(
    "ds-tag",
    "the DS's key tag is wrong",
    { ds: [{ wrong: "tag" }] },
    bogus("@ A", fault("DS", "DNSKEY Missing", "^")),
  ),
  row(
    "ds-algorithm",
    "the DS's algorithm is not the key's",
    { ds: [{ wrong: "algorithm" }] },
    bogus("@ A", fault("DS", "DNSKEY Missing", "^")),
  ),
  row(
    "ds-sha256-wrong",
    "a wrong SHA-256 digest and a correct SHA-1 digest (RFC 4509 section 3)",
    { ds: [{ wrong: "digest" }, { digest: 1 }] },
    bogus("@ A", fault("DS", "DNSSEC Bogus", "^"), {
      unbound: "secure",
      why: "Unbound takes any DS that fits, by its default harden-algo-downgrade: no",
    }),
  ),
  row(
    "ds-sha1-wrong",
    "a wrong SHA-1 digest and a correct SHA-256 digest",
    { ds: [{ digest: 1, wrong: "digest" }, {}] },
    secure("@ A", fault("DS", "digest not recommended", "^")),
  ),
  row(
    "ds-sha384-wrong",
    "a wrong SHA-384 digest and a correct SHA-256 digest",
    { ds: [{ digest: 4, wrong: "digest" }, {}] },
    secure("@ A", fault("DS", "DNSSEC Bogus", "^")),
  ),
  row(
    "ds-digest-unknown",
    "DS with an unknown digest type",
    { ds: [{ digest: 100 }] },
    insecure("@ A", fault("DS", "Unsupported DS Digest Type", "^")),
  ),
  row(
    "ds-gost",
    "only a DS with GOST, which is obsolete",
    { ds: [{ digest: 3 }] },
    insecure("@ A", fault("DS", "Unsupported DS Digest Type", "^")),
  ),
  row(
    "ds-digest-unknown-beside",
    "a DS with an unknown digest type and a correct DS",
    { ds: [{ digest: 100 }, {}] },
    secure("@ A"),
  ),
  row(
    "ds-digest-unknown-beside-wrong",
    "a DS with an unknown digest type and a wrong DS",
    { ds: [{ digest: 100 }, { wrong: "digest" }] },
    bogus("@ A", fault("DS", "DNSSEC Bogus", "^")),
  ),
  row(
    "ds-algorithm-unknown",
    "the DS has an unknown algorithm, and the zone is signed with ECDSA",
    { ds: [{ of: { id: "other", as: 100 } }] },
    insecure("@ A", fault("DS", "Unsupported DNSKEY Algorithm", "^")),
  ),
  row(
    "ds-stale-beside",
    "a DS for a removed key and a correct DS",
    { ds: [{}, { of: OTHER }] },
    secure("@ A", fault("DS", "DS without key", "^")),
  ),
  row(
    "ds-zsk",
    "the DS is of the ZSK, which signs the keys too",
    { keys: [{ signs: "nothing" }, { flags: 256 }], ds: [{ key: 1 }] },
    secure("@ A"),
  ),
];

/** Zones that request DS records from their parent (RFC 7344, RFC 8078). */
const WISHES: readonly Situation[] = [
  row("cds-same", "CDS and CDNSKEY as the DS", { cds: [{}], cdnskey: [0] }, secure("@ A"), secure("@ CDS")),
  row(
    "cds-delete",
    "CDS wants the DS deleted",
    { cds: "delete" },
    secure("@ A", fault("CDS", "CDS asks for deletion")),
  ),
  row(
    "cds-cdnskey-delete",
    "CDS and CDNSKEY want the DS deleted",
    { cds: "delete", cdnskey: "delete" },
    secure("@ A", fault("CDS", "CDS asks for deletion")),
  ),
  row(
    "cds-differs",
    "CDS is of the second key, the DS still of the first",
    { keys: [{}, OTHER], cds: [{ key: 1 }] },
    secure("@ A", fault("CDS", "CDS differs from DS")),
  ),
  row(
    "cds-no-key",
    "CDS is of a key that the zone does not have",
    { cds: [{ of: OTHER }] },
    secure("@ A", fault("CDS", "CDS differs from DS")),
  ),
  row(
    "cds-cdnskey-differ",
    "CDS and CDNSKEY are of different keys",
    { keys: [{}, OTHER], cds: [{}], cdnskey: [1] },
    secure("@ A", fault("CDNSKEY", "CDS differs from DS")),
  ),
  row(
    "cds-unsigned",
    "CDS has no signature",
    { cds: [{ of: OTHER }], damage: { CDS: "missing" } },
    bogus("@ CDS", fault("CDS", "RRSIGs Missing")),
    secure("@ A"),
  ),
  row(
    "cds-island",
    "CDS wants a first DS (RFC 8078 section 3)",
    { ds: [], cds: [{}] },
    insecure("@ A", fault("CDS", "CDS differs from DS")),
  ),
];

/** Rows about DS records at the parent, and about the CDS and CDNSKEY records of the zone. */
export const DS_SITUATIONS: readonly Situation[] = [...DS, ...WISHES];
