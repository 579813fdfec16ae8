import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DsMaking, KeyMaking } from "../plan/situation-shapes.ts";
import { nameWire } from "./zone-wire.ts";

/** A key that signs: its DNSKEY's fields, and the signature of some octets as RRSIG has it. */
export type ZoneKey = {
  readonly flags: number;
  readonly protocol: number;
  /** As the records have it, which may not be how it signs. */
  readonly algorithm: number;
  readonly publicKey: Uint8Array;
  readonly sign: (data: Uint8Array) => Uint8Array;
};

/** The key of a zone by its making: the same in every run, but for RSA. */
export function zoneKey(zone: string, place: number, making: KeyMaking): ZoneKey {
  const algorithm = making.algorithm ?? 13;
  const pair = keyPair(`${zone} ${making.id ?? place}`, algorithm, making.bits ?? 2048);
  const { shuffled } = making;
  return {
    flags: making.flags ?? 257,
    protocol: making.protocol ?? 3,
    algorithm: making.as ?? algorithm,
    publicKey: shuffled === undefined ? pair.publicKey : shuffle(pair.publicKey, shuffled),
    sign: pair.sign,
  };
}

/** The rdata of a DNSKEY (RFC 4034 section 2.1). */
export function keyRdata({ flags, protocol, algorithm, publicKey }: ZoneKey): Buffer {
  return Buffer.concat([Buffer.from([flags >> 8, flags & 0xff, protocol, algorithm]), publicKey]);
}

/** A DNSKEY's rdata as master files have it. */
export function keyText({ flags, protocol, algorithm, publicKey }: ZoneKey): string {
  return `${flags} ${protocol} ${algorithm} ${Buffer.from(publicKey).toString("base64")}`;
}

/** A key's tag (RFC 4034 appendix B). */
export function keyTag(key: ZoneKey): number {
  const rdata = keyRdata(key);
  let sum = 0;
  for (const [i, octet] of rdata.entries()) sum += i & 1 ? octet : octet << 8;
  return (sum + (sum >> 16)) & 0xffff;
}

const DIGESTS: Readonly<Record<number, string>> = { 1: "sha1", 2: "sha256", 4: "sha384" };

/** The rdata of a DS (RFC 4034 section 5.1) as master files have it. */
export function dsText(zone: string, key: ZoneKey, { digest = 2, wrong }: DsMaking): string {
  const octets = createHash(DIGESTS[digest] ?? "sha256")
    .update(nameWire(zone))
    .update(keyRdata(key))
    .digest();
  if (wrong === "digest") octets[0] = (octets[0] ?? 0) ^ 1;
  const tag = (keyTag(key) + (wrong === "tag" ? 1 : 0)) & 0xffff;
  const algorithm = wrong === "algorithm" ? (key.algorithm === 8 ? 13 : 8) : key.algorithm;
  return `${tag} ${algorithm} ${digest} ${octets.toString("hex").toUpperCase()}`;
}

type Pair = Pick<ZoneKey, "publicKey" | "sign">;

function keyPair(owner: string, algorithm: number, bits: number): Pair {
  const seed = createHash("sha512").update(`dnstools lab: ${owner}`).digest();
  switch (algorithm) {
    case 13:
      return ecdsa("prime256v1", "P-256", "sha256", seed.subarray(0, 32));
    case 14:
      return ecdsa("secp384r1", "P-384", "sha384", seed.subarray(0, 48));
    case 15:
      return ed25519(seed.subarray(0, 32));
    case 16:
      return ed448(Buffer.concat([seed]).subarray(0, 57));
    default:
      return rsa(rsaKey(bits), { 5: "sha1", 7: "sha1", 8: "sha256", 10: "sha512" }[algorithm] ?? "sha256");
  }
}

function ecdsa(curve: string, crv: string, hash: string, secret: Buffer): Pair {
  // Below the order of the curve.
  secret[0] = (secret[0] ?? 0) & 0x7f;
  const ecdh = createECDH(curve);
  ecdh.setPrivateKey(secret);
  // 04, then the two coordinates (SEC 1 section 2.3.3); DNSKEY has them alone (RFC 6605 section 4).
  const point = ecdh.getPublicKey().subarray(1);
  const half = point.length / 2;
  const text = (bytes: Buffer) => bytes.toString("base64url");
  const key = createPrivateKey({
    format: "jwk",
    key: { kty: "EC", crv, d: text(secret), x: text(point.subarray(0, half)), y: text(point.subarray(half)) },
  });
  return { publicKey: point, sign: (data) => sign(hash, data, { key, dsaEncoding: "ieee-p1363" }) };
}

/** What comes before an Ed25519 and an Ed448 secret in PKCS #8 (RFC 8410 section 7). */
const ED25519_PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
const ED448_PKCS8 = Buffer.from("3047020100300506032b6571043b0439", "hex");

function ed25519(secret: Buffer): Pair {
  const key = createPrivateKey({
    format: "der",
    type: "pkcs8",
    key: Buffer.concat([ED25519_PKCS8, secret]),
  });
  const spki = createPublicKey(key).export({ format: "der", type: "spki" });
  return { publicKey: spki.subarray(-32), sign: (data) => sign(null, data, key) };
}

/** By openssl, since the platform's cryptography has no Ed448. */
function ed448(secret: Buffer): Pair {
  const pem = `-----BEGIN PRIVATE KEY-----\n${Buffer.concat([ED448_PKCS8, secret]).toString("base64")}\n-----END PRIVATE KEY-----\n`;
  return {
    publicKey: openssl(pem, ["pkey", "-pubout", "-outform", "DER"]).subarray(-57),
    sign: (data) => openssl(pem, ["pkeyutl", "-sign", "-rawin"], data),
  };
}

/** The output of a command of openssl for a key, and the file that it is to sign. */
function openssl(pem: string, command: readonly string[], data?: Uint8Array): Buffer {
  const file = join(tmpdir(), `ed448-${crypto.randomUUID()}`);
  try {
    writeFileSync(`${file}.pem`, pem);
    writeFileSync(file, data ?? "");
    const [name = "", ...rest] = command;
    const input = data === undefined ? ["-in", `${file}.pem`] : ["-inkey", `${file}.pem`, "-in", file];
    const done = Bun.spawnSync(["openssl", name, ...input, ...rest]);
    if (!done.success) throw new Error(`openssl ${name}: ${done.stderr}`);
    return done.stdout;
  } finally {
    for (const end of ["", ".pem"]) rmSync(`${file}${end}`, { force: true });
  }
}

const RSA = new Map<number, KeyObject>();

/** One key of each size for all zones, since they take long to make. */
function rsaKey(modulusLength: number): KeyObject {
  const key = RSA.get(modulusLength) ?? generateKeyPairSync("rsa", { modulusLength }).privateKey;
  RSA.set(modulusLength, key);
  return key;
}

function rsa(key: KeyObject, hash: string): Pair {
  const { n = "", e = "" } = createPublicKey(key).export({ format: "jwk" });
  const exponent = Buffer.from(e, "base64url");
  // RFC 3110 section 2: the exponent's length, the exponent, the modulus.
  const publicKey = Buffer.concat([Buffer.from([exponent.length]), exponent, Buffer.from(n, "base64url")]);
  return { publicKey, sign: (data) => sign(hash, data, key) };
}

/** The same pairs of octets in another order: the tag, a sum of them, stays. */
function shuffle(octets: Uint8Array, times: number): Uint8Array {
  const turn = (2 * times) % octets.length;
  return Buffer.concat([octets.subarray(turn), octets.subarray(0, turn)]);
}
