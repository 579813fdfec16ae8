import type { ZoneKey } from "./keys.ts";
import type { SignedSet } from "./signed-set.ts";
import type { SetState } from "./state.ts";
import type { Work } from "./work.ts";

/** The NSEC and NSEC3 records of a response whose signatures hold, and the state of the others. */
export type Denial = {
  readonly zone: string;
  readonly nsec: readonly Nsec[];
  readonly nsec3: readonly Nsec3[];
  /** NSEC and NSEC3 RRsets whose signatures do not hold: they prove nothing. */
  readonly refused: readonly { readonly set: SignedSet; readonly state: SetState }[];
};

/** An NSEC (RFC 4034 4). Names are lower case. */
export type Nsec = { readonly owner: string; readonly next: string; readonly types: ReadonlySet<string> };

/** An NSEC3 (RFC 5155 3). Hashes are lower-case hex. */
export type Nsec3 = {
  readonly hash: string;
  readonly next: string;
  readonly algorithm: number;
  readonly optOut: boolean;
  readonly iterations: number;
  /** Lower-case hex. */
  readonly salt: string;
  readonly types: ReadonlySet<string>;
};

/** Whether a response's NSEC or NSEC3 records prove what it says. */
export type Proof =
  | { readonly kind: "proven"; readonly by: "nsec" | "nsec3" }
  /** An unsigned delegation may stand there (RFC 5155 6), or hashing is more than RFC 9276 3.2 allows. */
  | { readonly kind: "insecure"; readonly reason: "opt_out" | "iterations" | "unknown_hash" }
  | { readonly kind: "not_proven"; readonly reason: ProofGap }
  | { readonly kind: "not_checked" };

/** The first thing that a proof lacks. */
export type ProofGap =
  /** There is no NSEC and no NSEC3 at all. */
  | "no_records"
  /** There are some, and no signature of them holds: `Denial.refused`. */
  | "signatures"
  /** No record shows the closest encloser. */
  | "no_closest_encloser"
  /** No record covers the name (NSEC3: the next closer name). */
  | "name_not_covered"
  /** No record shows that no wildcard would answer. */
  | "wildcard_not_covered"
  /** A record shows that the name, or the type at it, exists. */
  | "name_exists"
  | "type_exists"
  /** The only record is that of a delegation above the name (RFC 6840 4.1, 4.4). */
  | "ancestor_delegation";

/** The NSEC and NSEC3 records among a response's RRsets that hold by a zone's keys. */
export function readDenial(
  _sets: readonly SignedSet[],
  zone: string,
  _keys: readonly ZoneKey[],
  _at: number,
  _work: Work,
): Denial {
  return { zone, nsec: [], nsec3: [], refused: [] };
}
