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

/** A DNSSEC key: the fields of its DNSKEY record and a function that signs. */
export type ZoneKey = {
  readonly flags: number;
  readonly protocol: number;
  /** The algorithm number in the records. The key may actually sign with another algorithm. */
  readonly algorithm: number;
  readonly publicKey: Uint8Array;
  readonly sign: (data: Uint8Array) => Uint8Array;
};

/**
 * Returns the key that `making` describes. Every run derives the same key, except for RSA.
 * @param place the key's index in the zone's list of keys.
 */
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

/** Returns a DNSKEY's rdata in wire form (RFC 4034 section 2.1). */
export function keyRdata({ flags, protocol, algorithm, publicKey }: ZoneKey): Buffer {
  return Buffer.concat([Buffer.from([flags >> 8, flags & 0xff, protocol, algorithm]), publicKey]);
}

/** Returns a DNSKEY's rdata in master file form. */
export function keyText({ flags, protocol, algorithm, publicKey }: ZoneKey): string {
  return `${flags} ${protocol} ${algorithm} ${Buffer.from(publicKey).toString("base64")}`;
}

/** Returns a key's tag (RFC 4034 appendix B). */
export function keyTag(key: ZoneKey): number {
  const rdata = keyRdata(key);
  let sum = 0;
  for (const [i, octet] of rdata.entries()) sum += i & 1 ? octet : octet << 8;
  return (sum + (sum >> 16)) & 0xffff;
}

const DIGESTS: Readonly<Record<number, string>> = { 1: "sha1", 2: "sha256", 4: "sha384" };

/** Returns a DS record's rdata in master file form (RFC 4034 section 5.1). */
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
  // Keeps the secret below the order of the curve.
  secret[0] = (secret[0] ?? 0) & 0x7f;
  const ecdh = createECDH(curve);
  ecdh.setPrivateKey(secret);
  // The point is 04 and two coordinates (SEC 1 section 2.3.3). DNSKEY omits the 04 (RFC 6605 section 4).
  const point = ecdh.getPublicKey().subarray(1);
  const half = point.length / 2;
  const text = (bytes: Buffer) => bytes.toString("base64url");
  const key = createPrivateKey({
    format: "jwk",
    key: { kty: "EC", crv, d: text(secret), x: text(point.subarray(0, half)), y: text(point.subarray(half)) },
  });
  return { publicKey: point, sign: (data) => sign(hash, data, { key, dsaEncoding: "ieee-p1363" }) };
}

/** PKCS #8 prefixes of an Ed25519 and an Ed448 secret (RFC 8410 section 7). */
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

/** Uses openssl, because Bun's cryptography does not support Ed448. */
function ed448(secret: Buffer): Pair {
  const pem = `-----BEGIN PRIVATE KEY-----\n${Buffer.concat([ED448_PKCS8, secret]).toString("base64")}\n-----END PRIVATE KEY-----\n`;
  return {
    publicKey: openssl(pem, ["pkey", "-pubout", "-outform", "DER"]).subarray(-57),
    sign: (data) => openssl(pem, ["pkeyutl", "-sign", "-rawin"], data),
  };
}

/**
 * Runs an openssl command with a private key.
 * @param data the data to sign, if the command signs.
 * @returns the command's output.
 */
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

/** Returns one shared key for each size, because RSA keys take long to generate. */
function rsaKey(modulusLength: number): KeyObject {
  const key = RSA.get(modulusLength) ?? generateKeyPairSync("rsa", { modulusLength }).privateKey;
  RSA.set(modulusLength, key);
  return key;
}

function rsa(key: KeyObject, hash: string): Pair {
  const { n = "", e = "" } = createPublicKey(key).export({ format: "jwk" });
  const exponent = Buffer.from(e, "base64url");
  // RFC 3110 section 2: length of the exponent, exponent, modulus.
  const publicKey = Buffer.concat([Buffer.from([exponent.length]), exponent, Buffer.from(n, "base64url")]);
  return { publicKey, sign: (data) => sign(hash, data, key) };
}

/** Rotates the octets by pairs. The key tag is a sum over the pairs, so it stays the same. */
function shuffle(octets: Uint8Array, times: number): Uint8Array {
  const turn = (2 * times) % octets.length;
  return Buffer.concat([octets.subarray(turn), octets.subarray(0, turn)]);
}
