import type { FailureState } from "@dnstools/core/domain/signed-answers";
import type { TrustReason } from "@dnstools/core/domain/trust-chain";
import type { DsLink } from "@dnstools/core/protocol/dnssec/keys/match-ds";

/** Descriptions of why a zone is not secure, for the end of a sentence. */
export const TRUST_WORDS: Readonly<Record<TrustReason, string>> = {
  above: "like the zone above it",
  no_ds: "its parent has no DS for it",
  opt_out: "its parent need not prove that there is no DS (NSEC3 opt-out)",
  unsupported: "no DS has an algorithm and a digest that resolvers accept",
  iterations: "the NSEC3 records of its parent require more hash iterations than resolvers accept",
  not_found_out: "no server returned the records that the check needs",
  not_confirmed: "its check fails only because of old data from the resolver",
  ds_servfail: "every server of its parent answers SERVFAIL for its DS",
  no_trust_anchor: "the keys of the root are not those of the trust anchors",
  not_checked: "its check would take more work than one request may use",
  ds_signature: "the signature of the DS does not verify",
  ds_not_denied: "no DS, and no proof that there is none",
  no_dnskey: "no DNSKEY",
  ds_without_key: "no DNSKEY that the DS names",
  ds_digest: "the digest in the DS does not match the DNSKEY",
  key_revoked: "the DNSKEY of the DS is revoked",
  not_a_zone_key: "the DNSKEY of the DS is not a zone key",
  dnskey_signature: "no signature by the key of the DS verifies",
};

/** Descriptions of what is wrong with records or a denial in a secure zone; each follows the name and types. */
export const FAILURE_WORDS: Readonly<Record<FailureState, string>> = {
  expired: "with an expired signature",
  not_yet_valid: "with a signature that is not valid yet",
  missing: "without a signature",
  wrong: "with a signature that does not match",
  no_key: "signed with an unpublished key",
  not_denied: "denied without proof",
  expansion_not_proven: "made from a wildcard without proof",
  opt_out: "denied where there may be unsigned names (NSEC3 opt-out)",
  iterations: "denied with more hash iterations than resolvers accept (NSEC3)",
  unsupported: "signed with an algorithm or a key that this API does not check",
  not_checked: "not checked, because the check would take more work than one request may use",
};

/** Descriptions of the state of a DS record: whether it matches a key, or what is missing. */
export const DS_WORDS: Readonly<Record<DsLink, string>> = {
  secure: "matches a key that signs the DNSKEY records",
  unsupported_digest: "its digest type is not supported",
  unsupported_algorithm: "its algorithm is not supported, or counts as insecure (RSASHA1)",
  ignored: "ignored, because another DS has a stronger digest",
  no_key: "the zone does not have this key",
  wrong_digest: "the digest is that of another key",
  revoked: "its key is revoked",
  not_a_zone_key: "its key is not a zone key",
  key_does_not_sign: "no signature by its key verifies",
  unsupported_key: "this API cannot check its key",
  not_checked: "not checked, because the check would take more work than one request may use",
};

/** Turns a JSON enum value such as `not_authoritative` into words. */
export function spaced(word: string): string {
  return word.replaceAll("_", " ");
}
