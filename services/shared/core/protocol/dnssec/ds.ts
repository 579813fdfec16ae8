import type { ZoneKey } from "./keys.ts";
import type { SignedSet } from "./signed-set.ts";

/** A DS (RFC 4034 5). */
export type Ds = {
  readonly keyTag: number;
  readonly algorithm: number;
  readonly digestType: number;
  readonly digest: Uint8Array;
};

/** The records of a DS (or CDS) RRset; records too short are left out. */
export function readDs(_set: SignedSet): readonly Ds[] {
  return [];
}

/** The digest of a zone's key (RFC 4034 5.1.4); null for a type that is not computed here (1, 2 and 4 are). */
export function digestOf(_zone: string, _key: ZoneKey, _digestType: number): Uint8Array | null {
  return null;
}
