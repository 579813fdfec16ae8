/** What one RRSIG is worth at a time, by a zone's keys. */
export type SignatureState =
  | "valid"
  | "expired"
  | "not_yet_valid"
  /** Not made over these records by the zone's key: `reason` says what does not fit. */
  | "wrong"
  /** The zone has no key of its tag and algorithm that may sign. */
  | "no_key"
  /** The algorithm, or this key's length or exponent, cannot be checked here. */
  | "unsupported"
  /** The budget of the request was used up before it (`Work`). */
  | "not_checked";

/**
 * Of `wrong` what does not fit: the bytes, the signer's name, the owner outside the zone, or the count of labels. Of
 * `unsupported` whether it is the algorithm, or this key's length or exponent, which others may well check.
 */
export type SignatureReason = "bytes" | "signer" | "outside_zone" | "labels" | "algorithm" | "key";

/** One RRSIG and its state. Times in seconds since 1970. */
export type SignatureObservation = {
  readonly state: SignatureState;
  readonly reason: SignatureReason | null;
  readonly keyTag: number;
  readonly algorithm: number;
  readonly signer: string;
  readonly inception: number;
  readonly expiration: number;
};

/** What an RRset's signatures are worth at a time. */
export type SetState = {
  /** `missing`: there is no RRSIG at all. */
  readonly state: SignatureState | "missing";
  /** The one that decides; null where there is none. */
  readonly signature: SignatureObservation | null;
  readonly signatures: readonly SignatureObservation[];
  /** The wildcard of which the owner was expanded, as `*.example.com`; only of valid sets, which then need a proof. */
  readonly wildcard: string | null;
  /** Of a valid set, how long it may be used: not longer than the original TTL and the signature (RFC 4035 5.3.3). */
  readonly ttl: number;
};
