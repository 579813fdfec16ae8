import { keyTag } from "../../dns/dnskey.ts";
import type { SignedSet } from "../signed-set.ts";
import { bitsOf } from "./public-key.ts";

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

const ZONE = 0x0100;
const REVOKE = 0x0080;
const SEP = 0x0001;

/** The keys of a DNSKEY (or CDNSKEY) RRset; records too short to be keys are left out. */
export function readKeys(set: SignedSet): readonly ZoneKey[] {
  return set.rdatas.filter((rdata) => rdata.length > 4).map(keyOf);
}

/** A key by its data, of five bytes at least. */
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

/** The key as it was before it was revoked, with the key tag of then; a DS that names it may still be there. */
export function unrevoked(key: ZoneKey): ZoneKey {
  const rdata = key.rdata.slice();
  rdata[1] = (rdata[1] ?? 0) & ~REVOKE;
  return keyOf(rdata);
}
