import type { FindingTable } from "@dnstools/core/tool/finding";
import { HELLO } from "./texts.ts";

const VERSIONS_FIX = "Enable TLS 1.2 and TLS 1.3.";
const CIPHERS_FIX = "Enable TLS 1.3, and in TLS 1.2 the ECDHE ciphers with AES-GCM.";
const WEAK_FIX = "Disable RC4, 3DES, DES, export and NULL ciphers.";

/** Findings about the TLS protocol, and about a web server's behaviour over HTTP, by code. */
export const PROTOCOL_FINDINGS = {
  "ssl.old_protocol": {
    severity: "error",
    message: "{subject} supports no TLS version above 1.1: current clients refuse it.",
    reference: "RFC 8996",
    fix: VERSIONS_FIX,
    meaning:
      "TLS 1.0 and 1.1 are withdrawn, and browsers have removed them. Users with a current client cannot connect.",
    found: HELLO,
  },
  "ssl.old_protocol_mail": {
    severity: "warning",
    message: "{subject} supports no TLS version above 1.1: some mail servers deliver in plain text instead.",
    reference: "RFC 8996",
    fix: VERSIONS_FIX,
    meaning:
      "TLS 1.0 and 1.1 are withdrawn. Sending mail servers that have disabled these versions either deliver unencrypted or do not deliver.",
    found: HELLO,
  },
  "ssl.old_protocol_offered": {
    severity: "notice",
    message: "{subject} supports TLS 1.1 or older in addition to a current version.",
    reference: "RFC 8996",
    fix: "Disable all versions before TLS 1.2: no current client needs them.",
    meaning:
      "Current clients are safe. Old versions are a finding in security audits (such as PCI DSS) and make attacks on old clients possible.",
    found:
      "A further connection offers only TLS 1.1 and older, and the server accepts one of these versions.",
  },
  "ssl.no_current_cipher": {
    severity: "error",
    message: "{subject} supports no cipher that current browsers support: browsers refuse it.",
    reference: "RFC 9325 4.2",
    fix: CIPHERS_FIX,
    meaning: "Browsers and the server have no cipher in common, so no connection is possible.",
    found:
      "A handshake with the ciphers of current clients fails; a further hello that offers all ciphers shows which one the server selects.",
  },
  "ssl.no_current_cipher_mail": {
    severity: "warning",
    message:
      "{subject} supports no cipher that current clients support: some mail servers deliver in plain text instead.",
    reference: "RFC 9325 4.2",
    fix: CIPHERS_FIX,
    meaning:
      "Sending mail servers that do not support the server's old ciphers either deliver unencrypted or do not deliver.",
    found:
      "A handshake with the ciphers of current clients fails; a further hello that offers all ciphers shows which one the server selects.",
  },
  "ssl.key_usage": {
    severity: "error",
    message:
      "The keyUsage of the certificate of {subject} does not allow the handshake that the server selects: clients refuse it.",
    reference: "RFC 8446 4.4.2.2",
    fix: "Get a certificate whose keyUsage includes digitalSignature, and install it.",
    meaning:
      "The certificate states that its key is not for signatures, but the server signs with this key. Browsers end the connection.",
    found: `${HELLO} The handshake fails because of the certificate's keyUsage.`,
  },
  "ssl.handshake_failed": {
    severity: "warning",
    message: "{subject} sends its certificate, but no handshake is completed.",
    reference: null,
    fix: "Test the server with the clients that matter to you; `verdicts.protocol` in the answer names the error.",
    meaning:
      "The TLS library of this API does not complete a handshake with the server. Other clients may complete one if they support what the server needs, such as RSA-PSS keys.",
    found:
      "The handshake fails; this API then sends a hello of its own and reads the certificates from the server's first messages.",
  },
  "ssl.uncommon_cipher": {
    severity: "warning",
    message: "{subject} selects a cipher that no current browser supports, although common ones are offered.",
    reference: "RFC 9325 4.2",
    fix: CIPHERS_FIX,
    meaning:
      "If the server has no other cipher, browsers cannot connect. Otherwise it prefers an outdated cipher.",
    found: HELLO,
  },
  "ssl.weak_cipher": {
    severity: "warning",
    message: "{subject} selects a broken cipher although better ones are offered.",
    reference: "RFC 9325 4.1",
    fix: WEAK_FIX,
    meaning:
      "Recorded connections can be decrypted. Clients that still offer such a cipher get it although they support better ones.",
    found: HELLO,
  },
  "ssl.weak_cipher_offered": {
    severity: "notice",
    message: "{subject} accepts a broken cipher from a client that has no better one.",
    reference: "RFC 9325 4.1",
    fix: WEAK_FIX,
    meaning: "Current clients are safe, since they do not offer such ciphers. Audits report them.",
    found:
      "A further connection offers only broken ciphers, and the server accepts (`more.weakCipher` in the answer).",
  },
  "ssl.no_forward_secrecy": {
    severity: "warning",
    message:
      "{subject} selects a cipher without forward secrecy: a stolen private key decrypts connections recorded earlier.",
    reference: "RFC 9325 4.1",
    fix: "Enable TLS 1.3, or ECDHE ciphers in TLS 1.2, and prefer them.",
    meaning:
      "The session key depends only on the server's private key. An attacker who records traffic now and gets the key later can read all of it.",
    found: HELLO,
  },
  "ssl.client_certificate": {
    severity: "notice",
    message: "{subject} asks clients for a certificate: browsers may ask their users for one.",
    reference: "RFC 8446 4.3.2",
    fix: "Request a client certificate only for the host names where it is needed.",
    meaning:
      "Users with certificates on their device see a selection dialog. A connection without a certificate works.",
    found: "A further connection with all ciphers shows the server's CertificateRequest message.",
  },
  "ssl.client_certificate_required": {
    severity: "warning",
    message: "{subject} completes no handshake without a client certificate.",
    reference: "RFC 8446 4.3.2",
    fix: "Keep this setting if only known clients may connect; otherwise make the client certificate optional, or do not request one.",
    meaning:
      "Clients without a certificate of the right authority cannot connect. That is intended for some interfaces and a mistake for a public site.",
    found: "The handshake fails, and the server's first messages contain a CertificateRequest.",
  },
  "ssl.no_hsts": {
    severity: "info",
    message: "{subject} does not tell browsers to use HTTPS only (Strict-Transport-Security).",
    reference: "RFC 6797 7.1",
    fix: "Send the header Strict-Transport-Security over HTTPS, with a short max-age first.",
    meaning:
      "The first request of a visitor may go over HTTP, where an attacker in the network can answer it.",
    found: "`HEAD https://HOST/` is sent to one address of the host, and its headers are read.",
  },
  "ssl.no_redirect": {
    severity: "notice",
    message: "{subject} answers on port 80 but does not redirect to HTTPS.",
    reference: "RFC 6797 7.2",
    fix: "Redirect all requests on port 80 to the same URL with https.",
    meaning: "Visitors who type the name or follow an old link use the site unencrypted.",
    found: "`HEAD http://HOST/` is sent to one address of the host, and its status and Location are read.",
  },
} as const satisfies FindingTable;
