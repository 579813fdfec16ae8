import type { Animal } from "./animal.ts";
import { AIA_HOST } from "./authorities.ts";

/** Returns a server with an RSA certificate that supports only TLS 1.2 and the given ciphers, in OpenSSL's syntax. */
const rsa12 = (ciphers: string): Animal => ({
  key: "rsa-2048",
  issuer: "rsa",
  // Includes keyEncipherment, because some of the ciphers use the key for decryption.
  extensions: { keyUsage: "critical,digitalSignature,keyEncipherment" },
  server: { protocols: "TLSv1.2", ciphers: `${ciphers}:@SECLEVEL=0` },
});

/** Web servers below certs.com, by their TLS settings. `openssl s_client` verifies all of them. */
export const PROFILES: Readonly<Record<string, Animal>> = {
  "dhe-only": rsa12("DHE-RSA-AES128-GCM-SHA256"),
  "ecdhe-cbc-sha": rsa12("ECDHE-RSA-AES128-SHA"),
  "ecdhe-cbc-sha256": rsa12("ECDHE-RSA-AES128-SHA256"),
  "ecdhe-cbc-sha384": rsa12("ECDHE-RSA-AES256-SHA384"),
  "rsa-cbc-sha": rsa12("AES128-SHA"),
  "rsa-cbc-sha256": rsa12("AES256-SHA256"),
  "null-cipher": rsa12("NULL-SHA256"),
  "p-521-group": { server: { curves: "secp521r1" } },
  ffdhe2048: { key: "rsa-2048", issuer: "rsa", server: { curves: "ffdhe2048" } },
  "ffdhe2048-tls13": { server: { curves: "ffdhe2048", protocols: "TLSv1.3" } },
  tls13: { server: { protocols: "TLSv1.3" } },
  "key-usage-leaf": {
    key: "rsa-2048",
    issuer: "rsa",
    extensions: { keyUsage: "critical,keyEncipherment" },
  },
  "p-384-chain": { key: "p-384", issuer: "p384" },
  "rsa-pss": { key: "rsa-pss-2048", issuer: "rsa" },
  "long-chain": {
    key: "rsa-2048",
    issuer: "rsa",
    sent: ["rsa", ...Array.from({ length: 30 }, (_, i) => `unrelated-${i + 1}` as const)],
  },
  "old-too": {
    key: "rsa-2048",
    issuer: "rsa",
    server: { protocols: "TLSv1 TLSv1.1 TLSv1.2 TLSv1.3", weak: true },
  },
  /** Most clients receive the valid ECDSA certificate and never see the expired RSA certificate. */
  "two-keys": { server: { second: "two-keys-rsa.certs.com" } },
  plain: { server: { plain: true } },
  stapled: { extensions: { tlsfeature: "status_request" }, server: { staple: "good" } },
  "stapled-revoked": { server: { staple: "revoked" } },
  "stapled-damaged": { server: { staple: "damaged" } },
};

/** A fault of a certificate revocation list (CRL). */
export type CrlFault =
  | "other_issuer"
  | "expired"
  | "authorities"
  | "other_point"
  | "damaged"
  | "indirect"
  | "delta";

/** CRLs that authorities publish at AIA_HOST, by file name, each with the host whose certificate it revokes. */
export const CRLS: Readonly<Record<string, { readonly revokes?: string; readonly wrong?: CrlFault }>> = {
  "lab.crl": {},
  "revoked.crl": { revokes: "revoked.certs.com" },
  "crl-other-issuer.crl": { revokes: "crl-other-issuer.certs.com", wrong: "other_issuer" },
  "crl-expired.crl": { wrong: "expired" },
  "crl-expired-revoked.crl": { revokes: "crl-expired-revoked.certs.com", wrong: "expired" },
  "crl-authorities.crl": { wrong: "authorities" },
  "crl-other-point.crl": { wrong: "other_point" },
  "crl-damaged.crl": { revokes: "crl-damaged.certs.com", wrong: "damaged" },
  "crl-indirect.crl": { wrong: "indirect" },
  "crl-delta.crl": { wrong: "delta" },
};

const listedAt = (...urls: readonly string[]): Animal => ({
  extensions: { crlDistributionPoints: urls.map((url) => `URI:${url}`).join(",") },
});

/** Web servers whose certificates name different CRLs. */
export const REVOCATION: Readonly<Record<string, Animal>> = {
  ...Object.fromEntries(
    Object.keys(CRLS)
      .filter((file) => file !== "lab.crl")
      .map((file) => [file.replace(".crl", ""), listedAt(`http://${AIA_HOST}/${file}`)]),
  ),
  "crl-missing": listedAt(`http://${AIA_HOST}/missing.crl`),
  "crl-large": listedAt(`http://${AIA_HOST}/large.crl`),
  "crl-redirect": listedAt(`http://${AIA_HOST}/redirect.crt`),
  "crl-drip": listedAt("http://endless.certs.com/drip"),
  "crl-private": listedAt("http://10.0.0.1/x.crl"),
  "crl-name-private": listedAt("http://private.certs.com/x.crl"),
  "crl-second": listedAt(
    ...["ldap://directory.certs.com/cn=lab", `http://${AIA_HOST}/missing.crl`, `http://${AIA_HOST}/lab.crl`],
  ),
};
