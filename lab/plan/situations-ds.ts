import { bogus, fault, insecure, OTHER, row, secure } from "./situation-row.ts";
import type { Situation } from "./situation-shapes.ts";

/** The DS by what it says. */
const DS: readonly Situation[] = [
  row(
    "ds-sha1",
    "DS with SHA-1 alone",
    { ds: [{ digest: 1 }] },
    secure("@ A", fault("DS", "digest not recommended", "^")),
  ),
  row(
    "ds-sha256",
    "DS with SHA-256, as it should be",
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
    "moved to servers that do not sign: the DS of an algorithm that nobody knows is still at the parent",
    { keys: [], ds: [{ of: { as: 100 } }] },
    insecure("@ A", fault("DS", "Unsupported DNSKEY Algorithm", "^")),
  ),
  row(
    "ds-signatures-without-key",
    "signatures, and no key",
    { keys: [{ hidden: true }] },
    bogus("@ A", fault("DNSKEY", "DNSKEY Missing")),
  ),
  row(
    "ds-other-key",
    "moved to servers with keys of their own: the DS is of the former ones' key",
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
    "a wrong SHA-256 beside a right SHA-1 (RFC 4509 section 3)",
    { ds: [{ wrong: "digest" }, { digest: 1 }] },
    bogus("@ A", fault("DS", "DNSSEC Bogus", "^"), {
      unbound: "secure",
      why: "Unbound takes any DS that fits, by its default harden-algo-downgrade: no",
    }),
  ),
  row(
    "ds-sha1-wrong",
    "a wrong SHA-1 beside a right SHA-256",
    { ds: [{ digest: 1, wrong: "digest" }, {}] },
    secure("@ A", fault("DS", "digest not recommended", "^")),
  ),
  row(
    "ds-sha384-wrong",
    "a wrong SHA-384 beside a right SHA-256",
    { ds: [{ digest: 4, wrong: "digest" }, {}] },
    secure("@ A", fault("DS", "DNSSEC Bogus", "^")),
  ),
  row(
    "ds-digest-unknown",
    "DS with a digest that nobody knows",
    { ds: [{ digest: 100 }] },
    insecure("@ A", fault("DS", "Unsupported DS Digest Type", "^")),
  ),
  row(
    "ds-gost",
    "DS with GOST alone, which nobody uses any more",
    { ds: [{ digest: 3 }] },
    insecure("@ A", fault("DS", "Unsupported DS Digest Type", "^")),
  ),
  row(
    "ds-digest-unknown-beside",
    "DS with a digest that nobody knows beside a right one",
    { ds: [{ digest: 100 }, {}] },
    secure("@ A"),
  ),
  row(
    "ds-digest-unknown-beside-wrong",
    "DS with a digest that nobody knows beside a wrong one",
    { ds: [{ digest: 100 }, { wrong: "digest" }] },
    bogus("@ A", fault("DS", "DNSSEC Bogus", "^")),
  ),
  row(
    "ds-algorithm-unknown",
    "the DS is of an algorithm that nobody knows, and the zone is signed by ECDSA",
    { ds: [{ of: { id: "other", as: 100 } }] },
    insecure("@ A", fault("DS", "Unsupported DNSKEY Algorithm", "^")),
  ),
  row(
    "ds-stale-beside",
    "a DS of a key that is gone beside a right one",
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

/** What a zone wants its parent to have (RFC 7344, RFC 8078). */
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

/** Rows about what a parent has for a zone, and what the zone wants it to have. */
export const DS_SITUATIONS: readonly Situation[] = [...DS, ...WISHES];
