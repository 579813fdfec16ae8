/** Result of checking whether a response's NSEC or NSEC3 records prove its negative answer. */
export type Proof =
  | { readonly kind: "proven"; readonly by: "nsec" | "nsec3" }
  /**
   * Not covered by DNSSEC: an opt-out span may hide an unsigned delegation (RFC 5155 6), or the zone uses more
   * NSEC3 iterations than RFC 9276 3.2 allows.
   */
  | { readonly kind: "insecure"; readonly reason: "opt_out" | "iterations" }
  | { readonly kind: "not_proven"; readonly reason: ProofGap }
  | { readonly kind: "not_checked" };

/** The first missing part of a proof. */
export type ProofGap =
  /** The response has no NSEC and no NSEC3 records. */
  | "no_records"
  /** No NSEC or NSEC3 record has a valid signature; see `Denial.refused`. */
  | "signatures"
  /** No record proves the closest encloser. */
  | "no_closest_encloser"
  /** No record covers the name (for NSEC3, the next closer name). */
  | "name_not_covered"
  /** No record proves that no wildcard could answer. */
  | "wildcard_not_covered"
  /** A record proves that the name exists, or that it has the type. */
  | "name_exists"
  | "type_exists"
  /** The records prove that the name does not exist, but no record matches a wildcard that could answer for it. */
  | "wildcard_not_matched"
  /** The only matching record is from a delegation or DNAME at or above the name (RFC 6840 4.1). */
  | "ancestor_delegation"
  /**
   * The only matching record is from the child zone's apex, which cannot prove that there is no DS (RFC 4035 5.2).
   */
  | "child_apex"
  /** The records prove that there is no delegation (RFC 6840 4.4). */
  | "no_delegation"
  /** The NSEC3 records differ in their parameters (RFC 5155 8.2). */
  | "parameters"
  /** The next name of an NSEC record is outside the zone, so the record is not used (RFC 4034 4.1.1). */
  | "leaves_zone";

/** Returns an incomplete proof with its first missing part. */
export function gap(reason: ProofGap): Proof {
  return { kind: "not_proven", reason };
}
