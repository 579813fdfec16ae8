import { createHash } from "../../platform.ts";
import { labelsOf, lowerLabels, wireOf } from "../names.ts";
import type { SignedSet } from "../signed-set.ts";
import type { ZoneKey } from "./keys.ts";

/** A DS (RFC 4034 5). */
export type Ds = {
  readonly keyTag: number;
  readonly algorithm: number;
  readonly digestType: number;
  readonly digest: Uint8Array;
};

/** Hashes by digest type: RFC 4034 A.2, RFC 4509, RFC 6605 2. GOST (3) is not computed (RFC 8624 3.3). */
const DIGESTS: Readonly<Record<number, "sha1" | "sha256" | "sha384">> = {
  1: "sha1",
  2: "sha256",
  4: "sha384",
};

/** The records of a DS (or CDS) RRset; records too short are left out. */
export function readDs(set: SignedSet): readonly Ds[] {
  return set.rdatas.filter((rdata) => rdata.length > 4).map(dsOf);
}

/** A DS by its data, of five bytes at least. A root's trust anchor is one, too. */
export function dsOf(rdata: Uint8Array): Ds {
  const [high = 0, low = 0, algorithm = 0, digestType = 0] = rdata;
  return { keyTag: (high << 8) | low, algorithm, digestType, digest: rdata.subarray(4) };
}

/** Whether a digest type is computed here. */
export function isDigestKnown(digestType: number): boolean {
  return DIGESTS[digestType] !== undefined;
}

/** The digest of a zone's key (RFC 4034 5.1.4); null for a type that is not computed here (1, 2 and 4 are). */
export function digestOf(zone: string, key: ZoneKey, digestType: number): Uint8Array | null {
  const hash = DIGESTS[digestType];
  if (hash === undefined) return null;
  return createHash(hash)
    .update(wireOf(lowerLabels(labelsOf(zone))))
    .update(key.rdata)
    .digest();
}
