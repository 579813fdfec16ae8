import type { ZoneKey } from "./keys.ts";
import type { SignedSet } from "./signed-set.ts";
import type { SetState } from "./state.ts";
import type { Work } from "./work.ts";

/**
 * The state of an RRset at a time by a zone's keys (RFC 4035 5.3): one signature that holds is enough; where none does,
 * the one that explains most decides.
 * @param zone as `SignedSet.owner`.
 * @param keys the zone's keys, which the caller trusts.
 * @param at seconds since 1970.
 */
export function stateOfSet(
  _set: SignedSet,
  _zone: string,
  _keys: readonly ZoneKey[],
  _at: number,
  _work: Work,
): SetState {
  return { state: "missing", signature: null, signatures: [], wildcard: null, ttl: 0 };
}
