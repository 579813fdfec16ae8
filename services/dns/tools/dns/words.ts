import type { FailureState } from "@dnstools/core/domain/signed-answers";
import type { TrustReason } from "@dnstools/core/domain/trust-chain";
import type { DsLink } from "@dnstools/core/protocol/dnssec/keys/match-ds";

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

/** How records, or a denial, of a secure zone are: follows their name and types. */
export const FAILURE_WORDS: Readonly<Record<FailureState, string>> = {
  expired: "with an expired signature",
  not_yet_valid: "with a signature that begins in the future",
  missing: "without a signature",
  wrong: "with a signature that does not fit",
  no_key: "signed with an unpublished key",
  not_denied: "denied without proof",
  expansion_not_proven: "made from a wildcard without proof",
  opt_out: "denied where there may be unsigned names (NSEC3 opt-out)",
  iterations: "denied with more hashing than resolvers do (NSEC3)",
  unsupported: "signed in a way that is not checked here",
  not_checked: "not checked, since that takes more work than one request may",
};

/** How far a DS leads: the first thing that it lacks. */
export const DS_WORDS: Readonly<Record<DsLink, string>> = {
  secure: "leads to a key that signs the DNSKEY records",
  unsupported_digest: "its digest type is not supported",
  unsupported_algorithm: "its algorithm is not supported",
  ignored: "not looked at beside a better digest",
  no_key: "the zone has no such key",
  wrong_digest: "the digest is that of another key",
  revoked: "its key is revoked",
  not_a_zone_key: "its key is no key of a zone",
  key_does_not_sign: "no signature of its key holds",
  unsupported_key: "its key cannot be checked here",
  not_checked: "not checked: that takes more work than one request may",
};

/** A word of the JSON as people read it, such as `not_authoritative`. */
export function spaced(word: string): string {
  return word.replaceAll("_", " ");
}
