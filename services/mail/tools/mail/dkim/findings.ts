import type { FindingTable } from "@dnstools/core/tool/finding";

const KEY = 'mail2026._domainkey.example.com. 3600 IN TXT "v=DKIM1; k=rsa; p=MIIBIjANBgkq..."';
/** How most of them are found. */
const ASKED = "The resolver is asked for the TXT records of each selector that is tried:";

/** The findings on DKIM. Sources: RFC 6376, RFC 8301, RFC 8463, by the project's rule sheet of 2026-11-20. */
export const DKIM_FINDINGS = {
  "mail.dkim_not_found": {
    severity: "notice",
    message:
      "No key of {subject} was found under the selectors that were tried. That is no proof that there is none: selectors cannot be listed.",
    reference: "RFC 6376 3.1",
    fix: "Send your selector as `selector`; it is s= in the DKIM-Signature of a mail of yours.",
    meaning:
      "The name of a DKIM key contains a selector that the sender chooses. Only a selector that is known or guessed can be checked, so your keys may be right and unseen.",
    found:
      "The resolver is asked for the selectors of known providers and for common ones; none has a key, and `_domainkey` is not proved to be empty.",
  },
  "mail.dkim_absent": {
    severity: "warning",
    message: "{subject} has no DKIM key: the name servers say that no name exists below _domainkey.",
    reference: "RFC 6376 3.6.2.1",
    fix: "Sign your mail, and publish the key that your mail server or provider gives you.",
    meaning:
      "Without a key no mail of the domain can carry a valid DKIM signature. Forwarded mail then fails DMARC, and large receivers refuse bulk mail.",
    found:
      "The resolver is asked for `_domainkey` below the domain and answers NXDOMAIN, which covers all names below it (RFC 8020).",
    record: KEY,
  },
  "mail.dkim_selector_missing": {
    severity: "error",
    message: "The selector {subject} has no key.",
    reference: "RFC 6376 6.1.2",
    fix: "Publish the key, or correct the selector.",
    meaning: "Signatures that name this selector cannot be verified: the mail counts as unsigned.",
    found: "The resolver is asked for the TXT records of the selector that you sent, and has none.",
    record: KEY,
  },
  "mail.dkim_wildcard": {
    severity: "warning",
    message: "Every selector of {subject} exists, by a wildcard: which of them are meant cannot be seen.",
    reference: "RFC 6376 3.6.2.1",
    fix: "Publish keys under their own selectors, and remove the wildcard.",
    meaning:
      "Verifiers get the wildcard's text for every selector, also for one that was misspelt or never used. A key in it would be valid under any name.",
    found: "The resolver is asked for a random selector, and has a record there.",
    record: KEY,
  },
  "mail.dkim_key_weak": {
    severity: "error",
    message: "The key of {subject} is RSA of less than 1024 bits: verifiers do not take it.",
    reference: "RFC 8301 3.2",
    fix: "Make a key of 2048 bits.",
    meaning: "Keys of this size can be broken, so verifiers treat signatures by them as if there were none.",
    found: `${ASKED} the modulus of the RSA key is measured.`,
    record: KEY,
  },
  "mail.dkim_key_short": {
    severity: "warning",
    message: "The key of {subject} is RSA of less than 2048 bits.",
    reference: "RFC 8301 3.2",
    fix: "Make a key of 2048 bits.",
    meaning:
      "Verifiers still take keys from 1024 bits on; signers should use at least 2048. A determined attacker may break a shorter one.",
    found: `${ASKED} the modulus of the RSA key is measured.`,
    record: KEY,
  },
  "mail.dkim_key_invalid": {
    severity: "error",
    message: "The key of {subject} cannot be read.",
    reference: "RFC 6376 3.6.1",
    fix: "Publish it again: p= is base64, without quotes, backslashes or missing pieces.",
    meaning:
      "Verifiers cannot use the record: signatures by this selector fail. Mostly a part of the text was lost when it was pasted.",
    found: `${ASKED} the record's tags and the key in p= are read.`,
    record: KEY,
  },
  "mail.dkim_key_revoked": {
    severity: "info",
    message: "The key of {subject} is withdrawn (an empty p=).",
    reference: "RFC 6376 3.6.1",
    fix: null,
    meaning: "Signatures by this selector fail on purpose. That is right for a key that is no longer used.",
    found: `${ASKED} p= is empty.`,
    record: 'old._domainkey.example.com. 3600 IN TXT "v=DKIM1; p="',
  },
  "mail.dkim_key_type": {
    severity: "notice",
    message: "The key of {subject} is of a type (k=) that verifiers do not know, and so ignore.",
    reference: "RFC 6376 3.6.1",
    fix: "Use rsa, or rsa and ed25519 under two selectors.",
    meaning: "The registered types are rsa and ed25519. Signatures by a key of another type count as none.",
    found: `${ASKED} the tag k= has another value.`,
    record: KEY,
  },
  "mail.dkim_sha1_only": {
    severity: "error",
    message: "The key of {subject} leaves out SHA-256 (h=): SHA-1 alone must not be used any more.",
    reference: "RFC 8301 3.1",
    fix: "Take h= out, or write h=sha256.",
    meaning:
      "Verifiers must not accept SHA-1, and the record forbids everything else: every signature fails.",
    found: `${ASKED} the tag h= has no sha256.`,
    record: KEY,
  },
  "mail.dkim_not_for_mail": {
    severity: "error",
    message: "The key of {subject} is for other services than mail (s=).",
    reference: "RFC 6376 3.6.1",
    fix: "Take s= out, or write s=email.",
    meaning: "Verifiers of mail ignore a key whose s= names neither email nor a star: signatures by it fail.",
    found: `${ASKED} the tag s= has neither email nor a star.`,
    record: KEY,
  },
  "mail.dkim_test_flag": {
    severity: "notice",
    message: "The key of {subject} is marked as a test (t=y): verifiers may treat its mail as unsigned.",
    reference: "RFC 6376 3.6.1",
    fix: "Take y out of t=.",
    meaning:
      "The mark is for the first days of a new key. While it stands, some verifiers give the signatures no weight.",
    found: `${ASKED} the tag t= has y.`,
    record: KEY,
  },
  "mail.dkim_version": {
    severity: "error",
    message: "The record of {subject} has v=, and not DKIM1 as its first tag: verifiers drop the record.",
    reference: "RFC 6376 3.6.1",
    fix: "Begin the record with v=DKIM1; or leave v= out.",
    meaning:
      "A record with another version, or with v= in a later place, has to be discarded: signatures by it fail.",
    found: `${ASKED} the place and the value of v= are checked.`,
    record: KEY,
  },
  "mail.dkim_several_records": {
    severity: "error",
    message: "The selector {subject} has more than one record: which of them counts is not defined.",
    reference: "RFC 6376 3.6.2.2",
    fix: "Leave one key there, and give other keys selectors of their own.",
    meaning:
      "Verifiers take any of the records, or none. The same signature passes at one time and fails at another.",
    found: `${ASKED} one has more than one text.`,
    record: KEY,
  },
  "mail.dkim_alias_dangling": {
    severity: "error",
    message: "{subject} is an alias, and the name that it leads to has no key.",
    reference: "RFC 6376 6.1.2",
    fix: "Have the provider publish the key there, or remove the alias.",
    meaning:
      "Signatures that name this selector cannot be verified. Mostly the domain was removed at the provider.",
    found:
      "The resolver is asked for the TXT records of the selector that you sent: there is a CNAME record, and no text behind it.",
    record: "mail2026._domainkey.example.com. 3600 IN CNAME mail2026.dkim.example.net.",
  },
  "mail.dkim_alias_unused": {
    severity: "notice",
    message:
      "{subject}, a selector that was only guessed, is an alias, and the name that it leads to has no key.",
    reference: "RFC 6376 6.1.2",
    fix: "Remove the alias if it is a leftover; some providers publish the key there later.",
    meaning:
      "Some providers have two selectors and publish the second key when they change keys. Otherwise the alias is a leftover, by which another customer of the provider may get control of it.",
    found: `${ASKED} one has a CNAME record, and no text behind it.`,
  },
  "mail.dkim_only_ed25519": {
    severity: "notice",
    message: "All keys of {subject} that were found are Ed25519, which many verifiers do not know.",
    reference: "RFC 8463 3",
    fix: "Sign with an RSA key too.",
    meaning:
      "Verifiers that know RSA alone treat the mail as unsigned. Two signatures, one of each kind, serve both.",
    found: `${ASKED} every key has k=ed25519.`,
    record: KEY,
  },
  "mail.dkim_pkcs1": {
    severity: "notice",
    message: "The key of {subject} is a bare RSAPublicKey; most verifiers expect SubjectPublicKeyInfo.",
    reference: "RFC 6376 3.6.1",
    fix: "Publish it in the usual form.",
    meaning:
      "RFC 6376 names the one form, and its examples and nearly all signers use the other. Some verifiers cannot read this key.",
    found: `${ASKED} the DER structure of the key in p= is read.`,
    record: KEY,
  },
  "mail.dkim_enclosed_key": {
    severity: "error",
    message:
      "The Ed25519 key of {subject} is wrapped in a DER structure; the record must have the 32 octets alone.",
    reference: "RFC 8463 4.2",
    fix: "Publish the bare key, 44 characters of base64.",
    meaning:
      "Tools such as openssl give the key with a header in front. Verifiers do not take that off, so signatures fail.",
    found: `${ASKED} the length of the key in p= is checked.`,
    record:
      'ed2026._domainkey.example.com. 3600 IN TXT "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="',
  },
  "mail.dkim_nxdomain_contradicted": {
    severity: "notice",
    message: "The name servers deny that _domainkey exists, and yet have {subject} below it.",
    reference: "RFC 8020 2",
    fix: "Have the name servers answer NOERROR for names that have others below them.",
    meaning:
      "A resolver may take the denial for all names below, as RFC 8020 allows, and then verifiers behind it find no key.",
    found:
      "The resolver is asked for `_domainkey`, which is NXDOMAIN, and for selectors, of which one exists.",
  },
} as const satisfies FindingTable;
