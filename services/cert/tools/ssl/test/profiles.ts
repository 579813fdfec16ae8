import { expect } from "bun:test";
import type { ToolCase } from "@dnstools/lab/support/cases";
import { first, web } from "./servers.ts";

/** Builds a test case about a certificate's revocation, with the expected findings. */
const list = (
  label: string,
  status: string,
  reason: string | null,
  ...codes: readonly string[]
): ToolCase => ({
  says: `revocation: ${label}`,
  query: `host=${label}.certs.com`,
  data: { certificates: [{ details: { revocation: { status, reason } } }, {}, {}] },
  findings: codes.map((code) => [`ssl.${code}`, `${label}.certs.com`] as const),
});
const unlisted = (label: string, reason: string): ToolCase =>
  list(label, "unknown", reason, "revocation_unknown");

/**
 * Test cases: revocation lists. A list that is not valid for a certificate must not make the certificate revoked or
 * good.
 */
export const REVOCATION_CASES: readonly ToolCase[] = [
  list("with-crl", "good", null),
  list("crl-second", "good", null),
  list("upper", "unknown", "no_crl"),
  {
    ...list("revoked", "revoked", null, "revoked"),
    data: {
      certificates: [
        {
          details: {
            revocation: {
              status: "revoked",
              list: { revokedAt: "2026-11-01T00:00:00.000Z", why: "keyCompromise" },
            },
          },
        },
        {},
        {},
      ],
      summary: {
        good: 0,
        verdict: { status: "fail", reason: "revoked" },
        refusedBy: [{ client: "browsers", reasons: ["revoked"] }],
      },
    },
  },
  unlisted("crl-other-issuer", "other_issuer"),
  unlisted("crl-expired", "expired"),
  unlisted("crl-expired-revoked", "expired"),
  unlisted("crl-authorities", "other_scope"),
  unlisted("crl-other-point", "other_scope"),
  unlisted("crl-damaged", "bad_signature"),
  unlisted("crl-indirect", "indirect"),
  unlisted("crl-delta", "delta"),
  unlisted("crl-missing", "no_such_file"),
  list("crl-large", "unknown", "too_large"),
  unlisted("crl-redirect", "malformed"),
  list("crl-drip", "unknown", "timeout"),
  list("crl-private", "unknown", "not_allowed"),
  list("crl-name-private", "unknown", "not_allowed"),
];

const observed = (label: string, first: object, ...codes: readonly string[]): ToolCase => ({
  says: `more: ${label}`,
  query: `host=${label}.certs.com`,
  data: { servers: [first, {}] },
  findings: codes.map((code) => [`ssl.${code}`, `${label}.certs.com`] as const),
});

/**
 * Builds a test case in which no handshake succeeds, so the server's TLS is known only from the hand-made ClientHello.
 */
const read = (label: string, tls: object, reason: string, ...codes: readonly string[]): ToolCase =>
  observed(
    label,
    {
      reachability: { status: "ok", stage: "done" },
      tls: { finished: false, ...tls },
      verdicts: { trust: { status: "pass" }, host: { status: "pass" }, protocol: { status: "fail", reason } },
    },
    ...codes,
  );

/** Test cases: TLS properties of servers, with the results of further connections. */
export const PROFILE_CASES: readonly ToolCase[] = [
  read(
    "dhe-only",
    { cipher: "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256", group: "DH 2048 bits" },
    "no_current_cipher",
    "no_current_cipher",
  ),
  read("null-cipher", { cipher: "TLS_RSA_WITH_NULL_SHA256" }, "no_current_cipher", "no_current_cipher"),
  read("key-usage-leaf", { group: "X25519" }, "key_usage", "key_usage"),
  read("plays-3des", { cipher: "TLS_RSA_WITH_3DES_EDE_CBC_SHA" }, "no_current_cipher", "no_current_cipher"),
  read("plays-rc4", { cipher: "TLS_RSA_WITH_RC4_128_SHA" }, "no_current_cipher", "no_current_cipher"),
  read(
    "plays-export",
    { cipher: "TLS_RSA_EXPORT_WITH_RC4_40_MD5" },
    "no_current_cipher",
    "no_current_cipher",
  ),
  read("plays-sslv3", { version: "SSLv3" }, "old_protocol", "old_protocol"),
  observed(
    "rsa-pss",
    {
      tls: { finished: false },
      verdicts: { trust: { status: "pass" }, protocol: { status: "warning", reason: "handshake_failed" } },
    },
    "handshake_failed",
  ),
  web("psk-only", first("unknown", "handshake", "no_common_tls"), "ssl.no_common_tls"),
  web("ffdhe2048-tls13", first("unknown", "handshake", "no_common_tls"), "ssl.no_common_tls"),
  observed("tls13", {
    more: { versions: { "TLSv1.3": true, "TLSv1.2": false, "TLSv1.1": false, TLSv1: false } },
  }),
  observed("tls12", { more: { versions: { "TLSv1.3": false, "TLSv1.2": true, "TLSv1.1": false } } }),
  observed(
    "old-too",
    { more: { versions: { "TLSv1.3": true, "TLSv1.2": true, "TLSv1.1": true } } },
    "old_protocol_offered",
  ),
  observed(
    "rsa-cbc-sha",
    { more: { weakCipher: { status: "seen", cipher: "TLS_RSA_WITH_AES_128_CBC_SHA" } } },
    "no_forward_secrecy",
  ),
  observed("good-ecdsa", { more: { weakCipher: null, rsa: { status: "seen", certificate: null } } }),
  {
    ...observed(
      "two-keys",
      {
        verdicts: { validity: { status: "pass" } },
        more: { rsa: { verdicts: { validity: { reason: "expired" } } } },
      },
      "second_certificate",
    ),
    data: {
      servers: [{ more: { rsa: { status: "seen", verdicts: { validity: { reason: "expired" } } } } }, {}],
      summary: {
        // It expired a day before the lab was made, which may be half a day ago.
        sentence: expect.stringContaining("expired on"),
        good: 0,
        verdict: { status: "fail", reason: "second_certificate" },
      },
    },
  },
  observed("must-staple", { more: { stapling: { status: "absent" } } }, "must_staple_missing"),
  observed("stapled", { more: { stapling: { status: "good", reason: null } } }),
  observed("stapled-revoked", { more: { stapling: { status: "revoked" } } }, "revoked"),
  observed(
    "stapled-damaged",
    { more: { stapling: { status: "unknown", reason: "bad_signature" } } },
    "staple_broken",
  ),
  observed("client-certificate", { more: { clientCertificate: true } }, "client_certificate"),
  {
    ...observed("plain", {}, "no_redirect", "no_hsts"),
    data: { web: { redirect: { status: "none" }, hsts: { status: "absent" } } },
  },
  {
    says: "another certificate without a name",
    query: "host=sni.certs.com",
    data: {
      servers: [
        { more: { withoutName: { status: "seen", certificate: expect.stringMatching(/^[0-9a-f]{64}$/) } } },
        {},
      ],
      certificates: [
        { details: { names: ["sni.certs.com"] } },
        { details: { names: ["www.example.org"] } },
        {},
        {},
      ],
    },
  },
];
