import { keyTag } from "../../dns/dnskey.ts";
import type { SignedSet } from "../signed-set.ts";
import { bitsOf } from "./public-key.ts";

/** A DNSKEY record (RFC 4034 2). */
export type ZoneKey = {
  readonly flags: number;
  readonly protocol: number;
  readonly algorithm: number;
  readonly keyTag: number;
  /**
   * True if the ZONE flag is set and the protocol is 3. Only then may the key sign the zone's records (RFC 4034
   * 2.1.1).
   */
  readonly zoneKey: boolean;
  /** True if the SEP flag is set, which is a hint that the key signs the DNSKEY RRset. */
  readonly sep: boolean;
  /** True if the REVOKE flag is set (RFC 5011 2.1). */
  readonly revoked: boolean;
  /** Key size in bits: the modulus for RSA, the field for curves; null if unknown. */
  readonly bits: number | null;
  /** The record's raw data. */
  readonly rdata: Uint8Array;
};

const ZONE = 0x0100;
const REVOKE = 0x0080;
const SEP = 0x0001;

/** Parses a DNSKEY or CDNSKEY RRset and skips records that are too short. */
export function readKeys(set: SignedSet): readonly ZoneKey[] {
  return set.rdatas.filter((rdata) => rdata.length > 4).map(keyOf);
}

/** Parses a key from its record data, which must have at least five bytes. */
export function keyOf(rdata: Uint8Array): ZoneKey {
  const [high = 0, low = 0, protocol = 0, algorithm = 0] = rdata;
  const flags = (high << 8) | low;
  return {
    flags,
    protocol,
    algorithm,
    keyTag: keyTag(rdata),
    zoneKey: (flags & ZONE) !== 0 && protocol === 3,
    sep: (flags & SEP) !== 0,
    revoked: (flags & REVOKE) !== 0,
    bits: bitsOf(algorithm, rdata.subarray(4)),
    rdata,
  };
}

/**
 * Returns the key without the REVOKE flag and with the key tag that results from this. A DS may still refer to that
 * key tag.
 */
export function unrevoked(key: ZoneKey): ZoneKey {
  const rdata = key.rdata.slice();
  rdata[1] = (rdata[1] ?? 0) & ~REVOKE;
  return keyOf(rdata);
}
