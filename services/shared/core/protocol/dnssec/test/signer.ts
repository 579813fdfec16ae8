import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { typeNumber } from "../../dns/types.ts";
import { joinBytes } from "../bytes.ts";
import { keyOf, type ZoneKey } from "../keys/keys.ts";
import { labelsOf, wireOf } from "../names.ts";
import { readSignature } from "../signature.ts";
import { signedBytes } from "../signed-bytes.ts";
import type { Signature, SignedSet } from "../signed-set.ts";

/** An Ed25519 key pair that signs RRsets. */
export type Signer = { readonly key: ZoneKey; readonly secret: KeyObject };

/**
 * Generates a key pair.
 * @param flags DNSKEY flags; 257 sets ZONE and SEP.
 */
export function makeSigner(flags = 257, protocol = 3): Signer {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const point = publicKey.export({ type: "spki", format: "der" }).subarray(-32);
  return {
    key: keyOf(joinBytes([Uint8Array.of(flags >> 8, flags & 255, protocol, 15), point])),
    secret: privateKey,
  };
}

/** Returns the same key pair with another DNSKEY record, whose flags or protocol may differ. */
export function withKey({ secret }: Signer, key: ZoneKey): Signer {
  return { key, secret };
}

type Options = {
  readonly zone?: string;
  readonly labels?: number;
  readonly originalTtl?: number;
  /** Time in seconds since 1970 modulo 2^32. */
  readonly inception?: number;
  readonly expiration?: number;
  readonly algorithm?: number;
};

/**
 * Signs an RRset. By default the signer is example.com and the signature is valid from 1000 to 2000 seconds since
 * 1970.
 */
export function signatureOf(set: SignedSet, { key, secret }: Signer, options: Options = {}): Signature {
  const { zone = "example.com", inception = 1000, expiration = 2000, originalTtl = 3600 } = options;
  const labels = options.labels ?? labelsOf(set.owner).length;
  const fixed = new DataView(new ArrayBuffer(18));
  fixed.setUint16(0, typeNumber(set.type) ?? 0);
  fixed.setUint8(2, options.algorithm ?? key.algorithm);
  fixed.setUint8(3, labels);
  fixed.setUint32(4, originalTtl);
  fixed.setUint32(8, expiration);
  fixed.setUint32(12, inception);
  fixed.setUint16(16, key.keyTag);
  const head = joinBytes([new Uint8Array(fixed.buffer), wireOf(labelsOf(zone))]);
  const unsigned = readSignature(joinBytes([head, Uint8Array.of(0)]));
  return { ...unsigned, bytes: sign(null, signedBytes(set, unsigned), secret) };
}

/** Returns the RRset with signatures by the given signers only. */
export function signed(set: SignedSet, signers: readonly Signer[], options: Options = {}): SignedSet {
  return { ...set, signatures: signers.map((signer) => signatureOf(set, signer, options)) };
}

/** Returns an unsigned DNSKEY RRset with the given keys. */
export function keySetOf(keys: readonly ZoneKey[], owner = "example.com"): SignedSet {
  const rdatas = keys.map(({ rdata }) => rdata);
  return { owner, type: "DNSKEY", ttl: 3600, section: "answer", rdatas, signatures: [] };
}
