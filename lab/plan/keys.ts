import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

/** The type of a certificate's key. */
export type Key = "p-256" | "p-384" | "rsa-2048" | "rsa-1024" | "rsa-pss-2048" | "ed25519";

/**
 * Returns the P-256 key of an owner. Every run derives the same key, because the plan's DNS records contain its hash.
 * Anyone can derive these keys, so the lab's authorities must not be trusted outside the lab.
 */
export function derivedKey(owner: string): KeyObject {
  const secret = createHash("sha256").update(`dnstools lab: ${owner}`).digest();
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(secret);
  // The public key as an uncompressed point: 04 and the two coordinates (SEC 1 section 2.3.3).
  const point = curve.getPublicKey();
  const text = (bytes: Buffer) => bytes.toString("base64url");
  const place = { x: text(point.subarray(1, 33)), y: text(point.subarray(33)) };
  return createPrivateKey({ format: "jwk", key: { kty: "EC", crv: "P-256", d: text(secret), ...place } });
}

/**
 * Returns the SHA-256 hash of an owner's public key, as in a TLSA record with selector 1 and matching type 1 (RFC
 * 6698).
 */
export function spkiSha256(owner: string): string {
  const spki = createPublicKey(derivedKey(owner)).export({ type: "spki", format: "der" });
  return createHash("sha256").update(spki).digest("hex").toUpperCase();
}
