/** Whether a response's NSEC or NSEC3 records prove what it says. */
export type Proof =
  | { readonly kind: "proven"; readonly by: "nsec" | "nsec3" }
  /** An unsigned delegation may stand there (RFC 5155 6), or hashing is more than RFC 9276 3.2 allows. */
  | { readonly kind: "insecure"; readonly reason: "opt_out" | "iterations" }
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
  /** The records show that the name does not exist, and none that a wildcard answers for it. */
  | "wildcard_not_matched"
  /** The only record is that of a delegation or DNAME at or above the name (RFC 6840 4.1). */
  | "ancestor_delegation"
  /** The only record is that of the child's apex, which says nothing of a DS (RFC 4035 5.2). */
  | "child_apex"
  /** The records show that there is no delegation (RFC 6840 4.4). */
  | "no_delegation"
  /** NSEC3 records have different parameters (RFC 5155 8.2). */
  | "parameters";

/** A proof that lacks something. */
export function gap(reason: ProofGap): Proof {
  return { kind: "not_proven", reason };
}
