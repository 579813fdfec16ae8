import type { FailureState } from "@dnstools/core/domain/signed-answers";
import type { TrustReason } from "@dnstools/core/domain/trust-chain";

/** Why a zone is not secure, for a sentence to end with. */
export const TRUST_WORDS: Readonly<Record<TrustReason, string>> = {
  above: "as the zone above it",
  no_ds: "its parent has no DS for it",
  opt_out: "its parent need not prove that there is no DS (NSEC3 opt-out)",
  unsupported: "no DS has an algorithm and a digest that resolvers support",
  iterations: "the NSEC3 records of its parent take more hashing than resolvers do",
  not_found_out: "no server gave what the check needs",
  not_confirmed: "its check fails only by old data of the resolver",
  ds_servfail: "every server of its parent answers SERVFAIL for its DS",
  no_trust_anchor: "the keys of the root are not those of the trust anchors",
  not_checked: "its check takes more work than one request may",
  ds_signature: "the signature of the DS does not verify",
  ds_not_denied: "no DS, and no proof that there is none",
  no_dnskey: "no DNSKEY",
  ds_without_key: "no DNSKEY that the DS names",
  ds_digest: "a DNSKEY of another digest than that of the DS",
  key_revoked: "the DNSKEY of the DS is revoked",
  not_a_zone_key: "the DNSKEY of the DS is no key of a zone",
  dnskey_signature: "no signature by the key of the DS verifies",
};

/** What is wrong with records, or with a denial, of a secure zone: follows their name. */
export const FAILURE_WORDS: Readonly<Record<FailureState, string>> = {
  expired: "has an expired signature",
  not_yet_valid: "has a signature that begins in the future",
  missing: "has no signature",
  wrong: "does not belong to its signature",
  no_key: "is signed with an unpublished key",
  not_denied: "is denied without proof",
  expansion_not_proven: "is made from a wildcard without proof",
  opt_out: "is denied where unsigned names may be (NSEC3 opt-out)",
  iterations: "is denied with more hashing than resolvers do (NSEC3 iterations)",
  unsupported: "is signed in a way that is not checked here",
  not_checked: "is not checked: that takes more work than one request may",
};
