import type { FindingTable } from "../../tool/finding.ts";

const KEY = 'mail2026._domainkey.example.com. 3600 IN TXT "v=DKIM1; k=rsa; p=MIIBIjANBgkq..."';
/** Beginning of the sentence that explains how a DKIM finding is detected. */
const ASKED = "The resolver is asked for the TXT records of each selector that is tried:";

/**
 * Findings about DKIM. Sources: RFC 6376, RFC 8301, RFC 8463, as summarized in the project's rule sheet of 2026-11-20.
 */
export const DKIM_FINDINGS = {
  "mail.dkim_not_found": {
    severity: "notice",
    message:
      "No DKIM key of {subject} was found under the selectors that were tried. This does not prove that there is none, because selectors cannot be listed.",
    reference: "RFC 6376 3.1",
    fix: "Send your selector as `selector`. It is the tag s= in the DKIM-Signature of mail that you send.",
    meaning:
      "The name of a DKIM key contains a selector that the sender chooses. Only a known or guessed selector can be checked, so you may have valid keys that were not found.",
    found:
      "The resolver is asked for the selectors of known providers and for common selectors. None has a key, but `_domainkey` is not proved to be empty.",
  },
  "mail.dkim_absent": {
    severity: "warning",
    message: "{subject} has no DKIM key: the name servers answer that no name exists below _domainkey.",
    reference: "RFC 6376 3.6.2.1",
    fix: "Sign your mail with DKIM, and publish the key that your mail server or provider gives you.",
    meaning:
      "Without a key, no mail of the domain can carry a valid DKIM signature. Forwarded mail then fails DMARC, and large receivers refuse bulk mail.",
    found:
      "The resolver is asked for `_domainkey` below the domain and answers NXDOMAIN, which covers all names below it (RFC 8020).",
    record: KEY,
  },
  "mail.dkim_absent_wildcard": {
    severity: "warning",
    message:
      "{subject} has no DKIM key: a wildcard answers for every name below _domainkey, and its answer is not a key.",
    reference: "RFC 4592 2.2.1",
    fix: "Sign your mail with DKIM, and publish the key that your mail server or provider gives you.",
    meaning:
      "A wildcard answers only for names that do not exist, so no selector exists. Without a key, no mail of the domain can carry a valid DKIM signature. A selector of its own takes precedence over the wildcard.",
    found:
      "The resolver is asked for `_domainkey` and for a random selector below it, and gives the same answer for both.",
    record: KEY,
  },
  "mail.dkim_selector_missing": {
    severity: "error",
    message: "The selector {subject} has no key.",
    reference: "RFC 6376 6.1.2",
    fix: "Publish the key at this selector, or correct the selector.",
    meaning: "Signatures that name this selector cannot be verified, so the mail counts as unsigned.",
    found:
      "The resolver is asked for the TXT records of the selector that you sent. There are none, or they are those that a wildcard gives to every name below the domain.",
    record: KEY,
  },
  "mail.dkim_not_a_key": {
    severity: "error",
    message: "The text at a selector is not a DKIM key, so signatures with the selector fail. {subject}.",
    reference: "RFC 6376 3.6.1",
    fix: "Publish `v=DKIM1; k=rsa; p=` and the key in base64, with the tag names in small letters.",
    meaning:
      "Verifiers look for the tags of a key record in the text, and find no key. Usually only the key was pasted, or the record of another purpose is at the selector's name.",
    found: `${ASKED} a text has v= with another value than DKIM1, or neither v= nor p=.`,
    record: KEY,
  },
  "mail.dkim_wildcard": {
    severity: "warning",
    message:
      "A wildcard makes every selector of {subject} exist, so the selectors in use cannot be distinguished from others.",
    reference: "RFC 6376 3.6.2.1",
    fix: "Publish keys under their own selectors, and remove the wildcard.",
    meaning:
      "Verifiers get the wildcard's text for every selector, even for a misspelt or unused selector. A key in this text would be valid under any selector.",
    found: "The resolver is asked for a random selector, and finds a record.",
    record: KEY,
  },
  "mail.dkim_key_weak": {
    severity: "error",
    message: "The key of {subject} is an RSA key of less than 1024 bits, which verifiers do not accept.",
    reference: "RFC 8301 3.2",
    fix: "Generate a key of 2048 bits.",
    meaning: "Keys of this size can be broken, so verifiers treat signatures made with them as missing.",
    found: `${ASKED} the modulus of the RSA key is measured.`,
    record: KEY,
  },
  "mail.dkim_key_short": {
    severity: "warning",
    message: "The key of {subject} is an RSA key of less than 2048 bits.",
    reference: "RFC 8301 3.2",
    fix: "Generate a key of 2048 bits.",
    meaning:
      "Verifiers still accept keys of at least 1024 bits, but signers should use at least 2048 bits. A determined attacker may break a shorter key.",
    found: `${ASKED} the modulus of the RSA key is measured.`,
    record: KEY,
  },
  "mail.dkim_key_invalid": {
    severity: "error",
    message: "The key at a selector cannot be parsed. {subject}.",
    reference: "RFC 6376 3.6.1",
    fix: "Publish the complete key again: tag names in small letters, and p= in base64 without quotes, backslashes or gaps.",
    meaning:
      "Verifiers cannot use the record, so signatures with this selector fail. Usually a part of the text was lost when it was pasted.",
    found: `${ASKED} the record's tags and the key in p= are parsed.`,
    record: KEY,
  },
  "mail.dkim_key_revoked": {
    severity: "info",
    message: "The key of {subject} is revoked (p= is empty).",
    reference: "RFC 6376 3.6.1",
    fix: null,
    meaning: "Signatures with this selector fail on purpose. That is right for a key that is no longer used.",
    found: `${ASKED} p= is empty.`,
    record: 'old._domainkey.example.com. 3600 IN TXT "v=DKIM1; p="',
  },
  "mail.dkim_key_type": {
    severity: "notice",
    message: "The key of {subject} has a type (k=) that verifiers do not know, so they ignore it.",
    reference: "RFC 6376 3.6.1",
    fix: "Use an rsa key, or an rsa key and an ed25519 key under two selectors.",
    meaning:
      "The registered types are rsa and ed25519. Mail signed with a key of another type counts as unsigned.",
    found: `${ASKED} the tag k= has another value.`,
    record: KEY,
  },
  "mail.dkim_sha1_only": {
    severity: "error",
    message:
      "The key of {subject} does not allow SHA-256 (h=), the only hash algorithm that may still be used.",
    reference: "RFC 8301 3.1",
    fix: "Remove h=, or set it to h=sha256.",
    meaning:
      "Verifiers must not accept SHA-1, and the record does not allow SHA-256, so every signature fails.",
    found: `${ASKED} the tag h= does not contain sha256.`,
    record: KEY,
  },
  "mail.dkim_not_for_mail": {
    severity: "error",
    message: "The key of {subject} is for services other than mail (s=).",
    reference: "RFC 6376 3.6.1",
    fix: "Remove s=, or set it to s=email.",
    meaning:
      "Mail verifiers ignore a key whose s= contains neither email nor an asterisk, so signatures with it fail.",
    found: `${ASKED} the tag s= contains neither email nor an asterisk.`,
    record: KEY,
  },
  "mail.dkim_test_flag": {
    severity: "notice",
    message: "The key of {subject} is marked as a test (t=y): verifiers may treat its mail as unsigned.",
    reference: "RFC 6376 3.6.1",
    fix: "Remove y from t=.",
    meaning:
      "The flag is meant for the first days of a new key. While the flag is set, some verifiers disregard the signatures.",
    found: `${ASKED} the tag t= contains y.`,
    record: KEY,
  },
  "mail.dkim_version": {
    severity: "error",
    message: "The record of {subject} has v=, but not v=DKIM1 as its first tag, so verifiers discard it.",
    reference: "RFC 6376 3.6.1",
    fix: "Begin the record with v=DKIM1; or remove v=.",
    meaning:
      "Verifiers have to discard a record with another version, or with v= not at the beginning. Signatures with this selector fail.",
    found: `${ASKED} the position and the value of v= are checked.`,
    record: KEY,
  },
  "mail.dkim_several_records": {
    severity: "error",
    message: "The selector {subject} has more than one record, and it is not defined which of them applies.",
    reference: "RFC 6376 3.6.2.2",
    fix: "Keep one key at this selector, and publish other keys under their own selectors.",
    meaning:
      "Verifiers use any of the records, or none. The same signature may pass one time and fail another time.",
    found: `${ASKED} a selector has more than one text.`,
    record: KEY,
  },
  "mail.dkim_alias_dangling": {
    severity: "error",
    message: "The selector {subject} is an alias (CNAME), but its target has no key.",
    reference: "RFC 6376 6.1.2",
    fix: "Ask the provider to publish the key at the target, or remove the alias.",
    meaning:
      "Signatures that name this selector cannot be verified. Usually the domain was removed at the provider.",
    found:
      "The resolver is asked for the TXT records of the selector that you sent: there is a CNAME record, but no text at its target.",
    record: "mail2026._domainkey.example.com. 3600 IN CNAME mail2026.dkim.example.net.",
  },
  "mail.dkim_alias_unused": {
    severity: "notice",
    message: "The guessed selector {subject} is an alias (CNAME), but its target has no key.",
    reference: "RFC 6376 6.1.2",
    fix: "Remove the alias if it is no longer needed; some providers publish the key at its target later.",
    meaning:
      "Some providers use two selectors and publish the second key when they rotate keys. Otherwise the alias is a leftover, through which another customer of the provider may gain control of the selector.",
    found: `${ASKED} a selector has a CNAME record, but no text at its target.`,
  },
  "mail.dkim_only_ed25519": {
    severity: "notice",
    message: "All keys found for {subject} are Ed25519 keys, which many verifiers do not support.",
    reference: "RFC 8463 3",
    fix: "Sign your mail with an RSA key too.",
    meaning:
      "Verifiers that support only RSA treat the mail as unsigned. Two signatures, one of each type, satisfy all verifiers.",
    found: `${ASKED} every key has k=ed25519.`,
    record: KEY,
  },
  "mail.dkim_pkcs1": {
    severity: "notice",
    message: "The key of {subject} is a bare RSAPublicKey; most verifiers expect SubjectPublicKeyInfo.",
    reference: "RFC 6376 3.6.1",
    fix: "Publish the key as SubjectPublicKeyInfo.",
    meaning:
      "RFC 6376 specifies RSAPublicKey, but its examples and nearly all signers use SubjectPublicKeyInfo. Some verifiers cannot read this key.",
    found: `${ASKED} the DER structure of the key in p= is parsed.`,
    record: KEY,
  },
  "mail.dkim_enclosed_key": {
    severity: "error",
    message:
      "The Ed25519 key of {subject} is wrapped in a DER structure; the record must contain only the 32 octets of the key.",
    reference: "RFC 8463 4.2",
    fix: "Publish the bare key, 44 characters of base64.",
    meaning:
      "Tools such as openssl output the key with a header. Verifiers do not strip the header, so signatures fail.",
    found: `${ASKED} the length of the key in p= is checked.`,
    record:
      'ed2026._domainkey.example.com. 3600 IN TXT "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="',
  },
  "mail.dkim_nxdomain_contradicted": {
    severity: "notice",
    message: "The name servers deny that _domainkey exists, although {subject} exists below it.",
    reference: "RFC 8020 2",
    fix: "Make the name servers answer NOERROR for names that have other names below them.",
    meaning:
      "A resolver may apply the denial to all names below _domainkey, as RFC 8020 allows. Verifiers that use this resolver then find no key.",
    found:
      "The resolver is asked for `_domainkey`, and answers NXDOMAIN, although a selector below it exists.",
  },
} as const satisfies FindingTable;
