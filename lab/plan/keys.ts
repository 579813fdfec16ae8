import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

/** What kind of key a certificate has. */
export type Key = "p-256" | "p-384" | "rsa-2048" | "rsa-1024" | "rsa-pss-2048" | "ed25519";

/**
 * The P-256 key of an owner, the same in every run: records in DNS name its hash, so it must be known when the plan is
 * read. Anybody can derive it, so nobody may trust the lab's authorities outside of it.
 */
export function derivedKey(owner: string): KeyObject {
  const secret = createHash("sha256").update(`dnstools lab: ${owner}`).digest();
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(secret);
  // 04, then the two coordinates (SEC 1 section 2.3.3).
  const point = curve.getPublicKey();
  const text = (bytes: Buffer) => bytes.toString("base64url");
  const place = { x: text(point.subarray(1, 33)), y: text(point.subarray(33)) };
  return createPrivateKey({ format: "jwk", key: { kty: "EC", crv: "P-256", d: text(secret), ...place } });
}

/** The SHA-256 of an owner's public key as TLSA records have it (RFC 6698: selector 1, matching type 1). */
export function spkiSha256(owner: string): string {
  const spki = createPublicKey(derivedKey(owner)).export({ type: "spki", format: "der" });
  return createHash("sha256").update(spki).digest("hex").toUpperCase();
}
