import type { FindingTable } from "@dnstools/core/tool/finding";
import { LIST, REISSUE, SENT, STATUS_HELLO } from "./texts.ts";

const NEW_KEY = "Create a new key (EC P-256, or RSA of 2048 bits or more) and get a certificate for it.";

/** Findings about a server's certificate, by code: its dates, names and key, and whether it is revoked. */
export const CERTIFICATE_FINDINGS = {
  "ssl.expired": {
    severity: "critical",
    message: "The certificate of {subject} has expired.",
    reference: "RFC 5280 4.1.2.5",
    fix: "Renew the certificate, install it, and find out why the automatic renewal did not run.",
    meaning:
      "Browsers show a full-page warning and other clients end the connection. Until a new certificate is installed, the service is down for most users.",
    found: `${SENT} The certificate's end date (notAfter) is compared with the clock of this API.`,
  },
  "ssl.not_yet_valid": {
    severity: "critical",
    message: "The certificate of {subject} is not valid yet.",
    reference: "RFC 5280 4.1.2.5",
    fix: "Install the certificate after its start date, or correct the clock of the machine that issued it.",
    meaning:
      "The start date of the certificate is in the future. Clients refuse it until then, as they refuse an expired one.",
    found: `${SENT} The certificate's start date (notBefore) is compared with the clock of this API.`,
  },
  "ssl.expires_now": {
    severity: "error",
    message: "The certificate of {subject} expires within a week, or within a tenth of its lifetime.",
    reference: null,
    fix: "Renew the certificate today, and check the automatic renewal, which is overdue.",
    meaning:
      "Automatic renewal usually happens when a third of the lifetime is left, so it has failed. When the end date is reached, all clients refuse the server.",
    found: `${SENT} Less than 7 days and less than a tenth of the certificate's lifetime are left.`,
  },
  "ssl.expires_soon": {
    severity: "warning",
    message:
      "The certificate of {subject} expires within a month, and less than a quarter of its lifetime is left.",
    reference: null,
    fix: "Check that the automatic renewal works: it should have happened by now.",
    meaning:
      "Nothing fails yet. A certificate that is not renewed in time makes the service unusable on its end date.",
    found: `${SENT} Less than 30 days and less than a quarter of the certificate's lifetime are left.`,
  },
  "ssl.host_mismatch": {
    severity: "critical",
    message: "The certificate of {subject} is for other names.",
    reference: "RFC 9525 6",
    fix: "Install a certificate that has this name among its subject alternative names.",
    meaning:
      "A client cannot tell this server from an attacker with a certificate for another name. Browsers show a full-page warning; other clients end the connection.",
    found: `${SENT} The host name of the call is compared with the certificate's subject alternative names, including wildcards.`,
  },
  "ssl.no_names": {
    severity: "critical",
    message:
      "The certificate of {subject} has no host names (subjectAltName); the common name does not count.",
    reference: "RFC 9525 2",
    fix: "Get a certificate with the host names in subjectAltName.",
    meaning:
      "Current clients look for the host name only in subjectAltName, so this certificate is valid for no host and browsers refuse it.",
    found: `${SENT} Its extension subjectAltName is read.`,
  },
  "ssl.lifetime": {
    severity: "error",
    message:
      "The certificate of {subject} is valid for longer than a public authority may issue: browsers refuse it.",
    reference: null,
    fix: REISSUE,
    meaning:
      "The CA/Browser Forum limits the lifetime of public certificates (section 6.3.2 of its Baseline Requirements), and browsers refuse longer ones.",
    found: `${SENT} Its lifetime is compared with the limit for its start date, if its chain ends at a public authority.`,
  },
  "ssl.key_type": {
    severity: "error",
    message:
      "The key of {subject} is of a type that no current browser accepts: browsers refuse the connection.",
    reference: null,
    fix: NEW_KEY,
    meaning:
      "Browsers offer signatures by RSA and by the NIST curves only. With an Ed25519, Ed448, DSA or secp256k1 key the handshake fails.",
    found: `${SENT} The type of the certificate's public key is read.`,
  },
  "ssl.no_timestamps": {
    severity: "error",
    message:
      "The certificate of {subject} has no signed timestamps of Certificate Transparency logs: browsers refuse it.",
    reference: "RFC 9162 7.1",
    fix: REISSUE,
    meaning:
      "Chrome and Safari accept public certificates issued since 2018 only with such timestamps. Visitors with these browsers see a full-page warning.",
    found: `The certificate, the handshake and the stapled OCSP response are searched for signed timestamps (SCT). ${STATUS_HELLO}`,
  },
  "ssl.revoked": {
    severity: "critical",
    message: "The certificate of {subject} is revoked: browsers refuse it.",
    reference: "RFC 5280 5.3.1",
    fix: "Get a new certificate, with a new key if the old key was compromised, and install it.",
    meaning:
      "The authority has withdrawn the certificate. Browsers refuse it once they have the authority's list, and it does not become valid again.",
    found: `${LIST} A stapled OCSP response is read too.`,
  },
  "ssl.revocation_unknown": {
    severity: "notice",
    message:
      "Whether the certificate of {subject} is revoked is unknown: the authority's revocation list is missing or not valid.",
    reference: "RFC 5280 6.3.3",
    fix: "Report the fault to the authority; `certificates` in the answer has the URL of the list and the reason.",
    meaning:
      "The fault lies with the authority, not with the server. Clients that insist on a revocation check refuse the certificate.",
    found: LIST,
  },
  "ssl.must_staple_missing": {
    severity: "error",
    message:
      "The certificate of {subject} requires a stapled OCSP response, and the server sends none: clients that follow the rule refuse it.",
    reference: "RFC 7633 4.3",
    fix: "Enable OCSP stapling, or get a certificate without this requirement: authorities are phasing out OCSP.",
    meaning:
      'Clients that enforce this extension ("must staple") end the connection when the response is missing.',
    found: `The extension is read from the certificate. ${STATUS_HELLO}`,
  },
  "ssl.must_staple": {
    severity: "notice",
    message:
      "The certificate of {subject} requires a stapled OCSP response; whether the server sends one was not checked.",
    reference: "RFC 7633 4.3",
    fix: "Check this with `openssl s_client -status`. Authorities are phasing out OCSP, so get the next certificate without this requirement.",
    meaning:
      'The certificate has the extension "must staple". If the response is missing, clients that follow the rule end the connection.',
    found:
      "The extension is read from the certificate. Mail servers that are slow, and all but the first address of a mail server, get no second connection to ask for the response.",
  },
  "ssl.staple_broken": {
    severity: "error",
    message: "The OCSP response that {subject} staples is not valid: some clients refuse it.",
    reference: "RFC 6960 3.2",
    fix: "Find out why the server does not fetch a current response, or disable stapling.",
    meaning:
      "The response is out of date, damaged, or about another certificate. Clients that check stapled responses end the connection.",
    found: `${STATUS_HELLO} Its signature, dates and certificate are checked; \`more.stapling\` in the answer says what is wrong.`,
  },
  "ssl.second_certificate": {
    severity: "error",
    message:
      "{subject} sends another certificate to clients that support RSA only, and that certificate is not valid.",
    reference: null,
    fix: "Renew and install both certificates together, or remove the RSA certificate.",
    meaning:
      "The server has two certificates and only one is maintained. Older clients get the other one and refuse it.",
    found:
      "A further connection offers RSA signatures only, and the certificate that the server then sends is judged like the first one (`more.rsa` in the answer).",
  },
  "ssl.unreadable": {
    severity: "error",
    message: "The certificate of {subject} cannot be parsed.",
    reference: "RFC 5280 4.1",
    fix: "Inspect the certificate with `openssl x509 -text`, and get a new one.",
    meaning: "The server sends bytes that are not a certificate by the standard. Clients end the connection.",
    found: `${SENT} Its DER encoding is parsed.`,
  },
} as const satisfies FindingTable;
