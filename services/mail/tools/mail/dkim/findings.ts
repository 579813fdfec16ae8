import type { FindingTable } from "@dnstools/core/tool/finding";

/** The findings on DKIM. Sources: RFC 6376, RFC 8301, RFC 8463, by the project's rule sheet of 2026-11-20. */
export const DKIM_FINDINGS = {
  "mail.dkim_not_found": {
    severity: "notice",
    message:
      "No key of {subject} was found under the selectors that were tried. That is no proof that there is none: selectors cannot be listed.",
    reference: "RFC 6376 3.1",
    fix: "Send your selector as `selector`; it is s= in the DKIM-Signature of a mail of yours.",
  },
  "mail.dkim_absent": {
    severity: "warning",
    message: "{subject} has no DKIM key: the name servers say that there is nothing below _domainkey.",
    reference: "RFC 6376 3.6.2.1",
    fix: "Sign your mail, and publish the key that your mail server or provider gives you.",
  },
  "mail.dkim_selector_missing": {
    severity: "error",
    message: "The selector {subject} has no key.",
    reference: "RFC 6376 6.1.2",
    fix: "Publish the key, or correct the selector.",
  },
  "mail.dkim_wildcard": {
    severity: "warning",
    message: "Every selector of {subject} exists, by a wildcard: which of them are meant cannot be told.",
    reference: "RFC 6376 3.6.2.1",
    fix: "Publish keys under their own selectors, and remove the wildcard.",
  },
  "mail.dkim_key_weak": {
    severity: "error",
    message: "The key of {subject} is RSA of less than 1024 bits: verifiers do not take it.",
    reference: "RFC 8301 3.2",
    fix: "Make a key of 2048 bits.",
  },
  "mail.dkim_key_short": {
    severity: "warning",
    message: "The key of {subject} is RSA of less than 2048 bits.",
    reference: "RFC 8301 3.2",
    fix: "Make a key of 2048 bits.",
  },
  "mail.dkim_key_invalid": {
    severity: "error",
    message: "The key of {subject} cannot be read.",
    reference: "RFC 6376 3.6.1",
    fix: "Publish it again: p= is base64, without quotes, backslashes or missing pieces.",
  },
  "mail.dkim_key_revoked": {
    severity: "info",
    message: "The key of {subject} is withdrawn (an empty p=).",
    reference: "RFC 6376 3.6.1",
    fix: null,
  },
  "mail.dkim_key_type": {
    severity: "notice",
    message: "The key of {subject} is of a kind that verifiers do not know, and so ignored.",
    reference: "RFC 6376 3.6.1",
    fix: "Use rsa, or ed25519 beside it.",
  },
  "mail.dkim_sha1_only": {
    severity: "error",
    message: "The key of {subject} leaves out SHA-256 (h=): SHA-1 alone must not be used any more.",
    reference: "RFC 8301 3.1",
    fix: "Take h= out, or write h=sha256.",
  },
  "mail.dkim_not_for_mail": {
    severity: "error",
    message: "The key of {subject} is for other services than mail (s=).",
    reference: "RFC 6376 3.6.1",
    fix: "Take s= out, or write s=email.",
  },
  "mail.dkim_test_flag": {
    severity: "notice",
    message: "The key of {subject} is marked as a test (t=y): its signatures need not be taken seriously.",
    reference: "RFC 6376 3.6.1",
    fix: "Take y out of t=.",
  },
  "mail.dkim_version": {
    severity: "error",
    message:
      "The version of the key of {subject} is not DKIM1 in the first place, so verifiers drop the record.",
    reference: "RFC 6376 3.6.1",
    fix: "Begin the record with v=DKIM1; or leave v= out.",
  },
  "mail.dkim_several_records": {
    severity: "error",
    message: "There is more than one record for {subject}: which one counts is not defined.",
    reference: "RFC 6376 3.6.2.2",
    fix: "Leave one key there, and give other keys selectors of their own.",
  },
  "mail.dkim_alias_dangling": {
    severity: "error",
    message: "{subject} is an alias, and what it leads to has no key.",
    reference: "RFC 6376 6.1.2",
    fix: "Have the provider publish the key there, or remove the alias.",
  },
  "mail.dkim_alias_unused": {
    severity: "notice",
    message: "{subject}, a selector that was only guessed, is an alias, and what it leads to has no key.",
    reference: "RFC 6376 6.1.2",
    fix: "Remove the alias if it is a leftover; some providers publish the key there later.",
  },
  "mail.dkim_only_ed25519": {
    severity: "notice",
    message: "Of {subject} all keys found are Ed25519, which many verifiers do not know.",
    reference: "RFC 8463 3",
    fix: "Sign with an RSA key too.",
  },
  "mail.dkim_pkcs1": {
    severity: "notice",
    message: "The key of {subject} is a bare RSAPublicKey; most verifiers expect SubjectPublicKeyInfo.",
    reference: "RFC 6376 3.6.1",
    fix: "Publish it in the usual form.",
  },
  "mail.dkim_enclosed_key": {
    severity: "error",
    message: "The Ed25519 key of {subject} is wrapped; the record has the 32 octets alone.",
    reference: "RFC 8463 4.2",
    fix: "Publish the bare key, 44 characters of base64.",
  },
  "mail.dkim_nxdomain_contradicted": {
    severity: "notice",
    message: "The name servers deny _domainkey and yet have {subject} below it.",
    reference: "RFC 8020 2",
    fix: "Have the name servers answer NOERROR for names that have others below.",
  },
} as const satisfies FindingTable;
