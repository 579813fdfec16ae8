import { Reader, WireError } from "../../dns/reader.ts";
import { base32hex } from "../../dns/text.ts";
import type { ZoneKey } from "../keys/keys.ts";
import { isAtOrBelow, isSame, type Labels, labelsOf, lowerLabels } from "../names.ts";
import { stateOfSet } from "../set-state.ts";
import type { SignedSet } from "../signed-set.ts";
import type { SetState } from "../state.ts";
import type { Work } from "../work.ts";
import { type TypeBitmap, typeBitmap } from "./type-bitmap.ts";

/** A response's NSEC and NSEC3 records with valid signatures, and the RRsets that were rejected. */
export type Denial = {
  readonly zone: Labels;
  readonly nsec: readonly Nsec[];
  readonly nsec3: readonly Nsec3[];
  /**
   * NSEC and NSEC3 RRsets that prove nothing because they have no valid signature or were expanded from a
   * wildcard.
   */
  readonly refused: readonly { readonly set: SignedSet; readonly state: SetState }[];
  /** True if an NSEC record was left out because its next name is outside the zone (RFC 4034 4.1.1). */
  readonly leavesZone: boolean;
};

/** An NSEC record (RFC 4034 4). Names are in lower case. */
export type Nsec = { readonly owner: Labels; readonly next: Labels; readonly types: TypeBitmap };

/** An NSEC3 record with SHA-1 (RFC 5155 3). Hashes are in upper-case base32hex, which sorts like their bytes. */
export type Nsec3 = {
  readonly hash: string;
  readonly next: string;
  readonly optOut: boolean;
  readonly iterations: number;
  readonly salt: Uint8Array;
  readonly types: TypeBitmap;
};

/** Maximum number of NSEC and NSEC3 RRsets checked per response. A proof needs at most three of them. */
const SETS_MAX = 16;
const TOO_MANY: SetState = {
  state: "not_checked",
  signature: null,
  signatures: [],
  wildcard: null,
  ttl: 0,
};

/**
 * Collects the NSEC and NSEC3 records of a response and checks their signatures with the zone's keys.
 * @param at seconds since 1970.
 */
export function readDenial(
  sets: readonly SignedSet[],
  zone: string,
  keys: readonly ZoneKey[],
  at: number,
  work: Work,
): Denial {
  const apex = labelsOf(zone);
  const [nsec, nsec3, refused]: [Nsec[], Nsec3[], Denial["refused"][number][]] = [[], [], []];
  const denying = sets.filter(({ type }) => type === "NSEC" || type === "NSEC3");
  for (const [i, set] of denying.entries()) {
    const state = i < SETS_MAX ? stateOfSet(set, zone, keys, at, work) : TOO_MANY;
    // A wildcard-expanded NSEC does not prove anything about the name it appears at (RFC 4592 4.7).
    if (state.state !== "valid" || state.wildcard !== null) refused.push({ set, state });
    else if (set.type === "NSEC") nsec.push(...readable(set, (rdata) => readNsec(set, rdata)));
    else nsec3.push(...readable(set, (rdata) => readNsec3(set, rdata, apex)));
  }
  const inside = nsec.filter(({ next }) => isAtOrBelow(next, apex));
  return { zone: apex, nsec: inside, nsec3, refused, leavesZone: inside.length < nsec.length };
}

/** Parses the records of an RRset and skips malformed ones. */
function readable<T>({ rdatas }: SignedSet, read: (rdata: Uint8Array) => T | null): T[] {
  return rdatas.flatMap((rdata) => {
    try {
      return read(rdata) ?? [];
    } catch (error) {
      if (error instanceof WireError) return [];
      throw error;
    }
  });
}

/**
 * Parses the data of an NSEC record.
 * @throws WireError if the data is malformed.
 */
function readNsec({ owner }: SignedSet, rdata: Uint8Array): Nsec {
  const r = new Reader(rdata);
  const next = lowerLabels(labelsOf(r.name(false)));
  return { owner: labelsOf(owner), next, types: typeBitmap(r) };
}

const SHA1 = 1;
const SHA1_OCTETS = 20;
const OPT_OUT = 1;

/**
 * Parses the data of an NSEC3 record. Returns null if the record must be ignored (RFC 5155 8.1, 8.2).
 * @throws WireError if the data is malformed.
 */
function readNsec3({ owner }: SignedSet, rdata: Uint8Array, zone: Labels): Nsec3 | null {
  const [label = "", ...parent] = labelsOf(owner);
  const r = new Reader(rdata);
  const [algorithm, flags, iterations] = [r.u8(), r.u8(), r.u16()];
  const [salt, next] = [r.string(), r.string()];
  if (algorithm !== SHA1 || flags > OPT_OUT || next.length !== SHA1_OCTETS || !isSame(parent, zone))
    return null;
  const types = typeBitmap(r);
  return {
    hash: label.toUpperCase(),
    next: base32hex(next),
    optOut: flags === OPT_OUT,
    iterations,
    salt,
    types,
  };
}
