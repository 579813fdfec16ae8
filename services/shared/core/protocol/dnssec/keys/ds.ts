import { createHash } from "../../platform.ts";
import { labelsOf, lowerLabels, wireOf } from "../names.ts";
import type { SignedSet } from "../signed-set.ts";
import type { ZoneKey } from "./keys.ts";

/** A DS record (RFC 4034 5). */
export type Ds = {
  readonly keyTag: number;
  readonly algorithm: number;
  readonly digestType: number;
  readonly digest: Uint8Array;
};

/** Hash of each digest type (RFC 4034 A.2, RFC 4509, RFC 6605 2). GOST (3) is not supported (RFC 8624 3.3). */
const DIGESTS: Readonly<Record<number, "sha1" | "sha256" | "sha384">> = {
  1: "sha1",
  2: "sha256",
  4: "sha384",
};

/** Parses a DS or CDS RRset and skips records that are too short. */
export function readDs(set: SignedSet): readonly Ds[] {
  return set.rdatas.filter((rdata) => rdata.length > 4).map(dsOf);
}

/** Parses DS record data, which must have at least five bytes. Also used for the root's trust anchors. */
export function dsOf(rdata: Uint8Array): Ds {
  const [high = 0, low = 0, algorithm = 0, digestType = 0] = rdata;
  return { keyTag: (high << 8) | low, algorithm, digestType, digest: rdata.subarray(4) };
}

/** Returns true if a digest type is supported. */
export function isDigestKnown(digestType: number): boolean {
  return DIGESTS[digestType] !== undefined;
}

/**
 * Calculates the DS digest of a zone's key (RFC 4034 5.1.4). Returns null for an unsupported digest type (1, 2 and
 * 4 are supported).
 */
export function digestOf(zone: string, key: ZoneKey, digestType: number): Uint8Array | null {
  const hash = DIGESTS[digestType];
  if (hash === undefined) return null;
  return createHash(hash)
    .update(wireOf(lowerLabels(labelsOf(zone))))
    .update(key.rdata)
    .digest();
}
