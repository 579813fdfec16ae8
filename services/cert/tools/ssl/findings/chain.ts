import type { FindingTable } from "@dnstools/core/tool/finding";
import { CHAIN, CHAIN_FIX, REISSUE, SENT } from "./texts.ts";

const PUBLIC_CA =
  "Install a certificate of an authority that clients trust; some authorities issue free of charge.";
const NEW_KEY = "Create a new key (EC P-256, or RSA of 2048 bits or more) and get a certificate for it.";
const TIDY =
  "No current client fails. Each handshake is larger than necessary, and old clients may stop at unexpected certificates.";

/** Findings about the certificates that a server sends, and the path to a trusted root, by code. */
export const CHAIN_FINDINGS = {
  "ssl.self_signed": {
    severity: "error",
    message: "The certificate of {subject} is self-signed: no authority confirms it.",
    reference: "RFC 5280 6.1",
    fix: PUBLIC_CA,
    meaning:
      "Clients that do not know this certificate refuse it: browsers show a full-page warning. Users who click through the warning cannot notice an attack.",
    found: CHAIN,
  },
  "ssl.unknown_ca": {
    severity: "error",
    message: "The certificate of {subject} chains to an authority that is not in the trust store.",
    reference: "RFC 5280 6.1",
    fix: "Install a certificate of an authority that clients trust, or install this authority's root in all clients.",
    meaning:
      "Only clients that have this root installed accept the server. All others refuse it. `trustStore` in the answer says which roots this API trusts.",
    found: CHAIN,
  },
  "ssl.issuer_not_found": {
    severity: "error",
    message: "{subject} does not send the certificate of its issuer, and no trusted certificate matches.",
    reference: "RFC 8446 4.4.2",
    fix: CHAIN_FIX,
    meaning:
      "Clients cannot build a path to a root and refuse the connection. Either an intermediate certificate is missing, or the authority is private.",
    found: `${CHAIN} Missing issuers are also fetched from the URLs in the certificates (AIA).`,
  },
  "ssl.chain_incomplete": {
    severity: "error",
    message:
      "{subject} does not send an intermediate certificate: clients that do not fetch it themselves refuse the connection.",
    reference: "RFC 8446 4.4.2",
    fix: CHAIN_FIX,
    meaning:
      "Desktop browsers often hide this mistake because they fetch or remember the certificate. curl, Java, Android apps and mail servers fail.",
    found: `${CHAIN} The missing certificate was found at the URL in the certificate that it signed (AIA).`,
  },
  "ssl.chain_order": {
    severity: "warning",
    message: "The certificates of {subject} are not in order: each should follow the one that it signed.",
    reference: "RFC 5246 7.4.2",
    fix: CHAIN_FIX,
    meaning:
      "TLS 1.2 requires this order, but current clients sort the certificates themselves. Old and small clients refuse the connection.",
    found: CHAIN,
  },
  "ssl.chain_duplicate": {
    severity: "warning",
    message: "{subject} sends a certificate more than once.",
    reference: "RFC 5246 7.4.2",
    fix: CHAIN_FIX,
    meaning: TIDY,
    found: CHAIN,
  },
  "ssl.chain_unrelated": {
    severity: "warning",
    message: "{subject} sends certificates that are not part of any path from its own certificate.",
    reference: "RFC 5246 7.4.2",
    fix: CHAIN_FIX,
    meaning: TIDY,
    found: CHAIN,
  },
  "ssl.root_sent": {
    severity: "info",
    message: "{subject} sends the root certificate, which clients do not need.",
    reference: "RFC 8446 4.4.2",
    fix: "Remove the root from the certificates that the server sends.",
    meaning:
      "A client trusts a root from its own store or not at all. The bytes only make each handshake larger.",
    found: CHAIN,
  },
  "ssl.path_signature": {
    severity: "critical",
    message: "A signature in the chain of {subject} is not valid.",
    reference: "RFC 5280 6.1.3",
    fix: REISSUE,
    meaning:
      "A certificate was changed after it was signed, or another key signed it. All clients refuse the connection.",
    found: CHAIN,
  },
  "ssl.path_dates": {
    severity: "error",
    message: "A certificate of an authority between {subject} and the root has expired or is not valid yet.",
    reference: "RFC 5280 6.1.3",
    fix: "Configure the server to send the authority's current intermediate certificate.",
    meaning: "Clients refuse the connection unless they find another path to a root.",
    found: CHAIN,
  },
  "ssl.path_authority": {
    severity: "critical",
    message: "A certificate between {subject} and the root is not allowed to issue other certificates.",
    reference: "RFC 5280 6.1.4",
    fix: REISSUE,
    meaning:
      "A certificate was issued with a key that is not an authority's, or below an authority that allows no further authorities. All clients refuse the connection.",
    found: CHAIN,
  },
  "ssl.path_usage": {
    severity: "error",
    message: "A certificate in the chain of {subject} is not meant for TLS servers.",
    reference: "RFC 5280 4.2.1.12",
    fix: REISSUE,
    meaning:
      "The extensions keyUsage or extendedKeyUsage allow other uses only, such as TLS clients or e-mail. Clients refuse the connection.",
    found: CHAIN,
  },
  "ssl.path_names": {
    severity: "error",
    message:
      "An authority above {subject} is not allowed to issue certificates for its names (name constraints).",
    reference: "RFC 5280 4.2.1.10",
    fix: REISSUE,
    meaning:
      "The authority's own certificate limits the names for which it may issue certificates, and this name is not among them. Clients refuse the connection.",
    found: CHAIN,
  },
  "ssl.path_extension": {
    severity: "error",
    message:
      "A certificate in the chain of {subject} has a critical extension that is unknown, or an extension that cannot be parsed.",
    reference: "RFC 5280 4.2",
    fix: REISSUE,
    meaning: "A client must refuse a certificate with a critical extension that it does not know.",
    found: CHAIN,
  },
  "ssl.path_unchecked": {
    severity: "notice",
    message: "A part of the chain of {subject} cannot be checked by this API.",
    reference: null,
    fix: "Check the chain with `openssl verify`.",
    meaning:
      "This API does not support a signature algorithm or a name constraint in the chain, so it is unknown whether clients accept the chain.",
    found: `${CHAIN} \`path\` in the answer says which part was not checked.`,
  },
  "ssl.weak_signature": {
    severity: "error",
    message: "A certificate in the chain of {subject} is signed with MD5 or SHA-1: clients refuse it.",
    reference: "RFC 9155",
    fix: REISSUE,
    meaning: "Certificates with such signatures can be forged. Browsers and OpenSSL refuse the connection.",
    found: `${CHAIN} The signature of the root itself does not count.`,
  },
  "ssl.weak_key": {
    severity: "error",
    message:
      "An RSA key in the chain of {subject} is shorter than 2048 bits: Apple's clients, and OpenSSL with its defaults, refuse it.",
    reference: "RFC 9325 4.5",
    fix: NEW_KEY,
    meaning:
      "The key is too short to resist a large attacker. Some clients refuse the connection today and more will.",
    found: CHAIN,
  },
  "ssl.broken_key": {
    severity: "critical",
    message: "A key in the chain of {subject} is so short that it can be broken: clients refuse it.",
    reference: "RFC 9325 4.5",
    fix: NEW_KEY,
    meaning:
      "The private key can be computed from the public key, so that others can pose as this server. All clients refuse the connection.",
    found: CHAIN,
  },
  "ssl.too_large": {
    severity: "warning",
    message: "{subject} sends more than this API reads: most clients accept at most 100 KB of certificates.",
    reference: null,
    fix: "Put fewer names into one certificate, and send only the certificates that clients need.",
    meaning: "The certificate was not judged. OpenSSL and clients based on it end the connection at 100 KB.",
    found:
      "A TLS handshake with each address of the host is read up to a limit of bytes and of certificates; before STARTTLS, a limit of bytes applies too.",
  },
  "ssl.addresses_differ": {
    severity: "warning",
    message:
      "The addresses of {subject} send different certificates, and some of them are worse than others.",
    reference: null,
    fix: "Install the same certificate at all addresses.",
    meaning:
      "Users get a good or a bad certificate by chance, depending on the address that their client selects.",
    found: `${SENT} The certificates and verdicts of all addresses are compared.`,
  },
} as const satisfies FindingTable;
