import type { Ds } from "./ds.ts";
import type { ZoneKey } from "./keys.ts";
import type { SignedSet } from "./signed-set.ts";
import type { SetState } from "./state.ts";
import type { Work } from "./work.ts";

/** How far one DS leads: the first thing that it lacks. */
export type DsLink =
  | "secure"
  /** A digest type, algorithm or key that cannot be checked here. */
  | "unsupported_digest"
  | "unsupported_algorithm"
  /** A SHA-1 digest beside a SHA-2 digest of the same algorithm, which is not looked at (RFC 4509 3). */
  | "ignored"
  /** The zone has no key of its tag and algorithm. */
  | "no_key"
  /** A key of its tag and algorithm is there, and the digest is another key's. */
  | "wrong_digest"
  | "revoked"
  /** Its key lacks the flag ZONE or protocol 3. */
  | "not_a_zone_key"
  /** Its key makes no signature over the DNSKEY RRset that holds: `keySet` says why. */
  | "key_does_not_sign"
  | "not_checked";

/** One DS, the key that it fits, and what that key's signature over the DNSKEY RRset is worth. */
export type DsSeen = {
  readonly ds: Ds;
  readonly link: DsLink;
  readonly key: ZoneKey | null;
  /** The DNSKEY RRset's state by this key alone; null where no key fits. */
  readonly keySet: SetState | null;
};

/** What a DS RRset says of a zone's keys. */
export type DsMatch = {
  /**
   * `secure`: by `by`. `insecure`: the parent has no DS that can be checked (RFC 4035 5.2). `broken`: `by` says best why
   * (null: the zone has no DNSKEY at all). `not_checked`: the budget was used up.
   */
  readonly kind: "secure" | "insecure" | "broken" | "not_checked";
  readonly by: DsSeen | null;
  readonly all: readonly DsSeen[];
  /** The zone's keys, when they are secure: to check its records with. */
  readonly keys: readonly ZoneKey[];
  /** Algorithms of the DS RRset that do not sign the DNSKEY RRset (RFC 4035 2.2): a notice, not bogus (RFC 6840 5.11). */
  readonly unsignedAlgorithms: readonly number[];
};

/**
 * Which DS fits which key that signs the zone's DNSKEY RRset (RFC 4035 5.2). The DS RRset itself is trusted.
 * @param keySet null where the zone has no DNSKEY.
 */
export function matchDs(
  _zone: string,
  _dsSet: SignedSet,
  _keySet: SignedSet | null,
  _at: number,
  _work: Work,
): DsMatch {
  return { kind: "not_checked", by: null, all: [], keys: [], unsignedAlgorithms: [] };
}
