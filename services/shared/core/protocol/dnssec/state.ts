/** The state of one RRSIG at a given time, when it is validated with a zone's keys. */
export type SignatureState =
  | "valid"
  | "expired"
  | "not_yet_valid"
  /** The signature does not match the records or the zone; `reason` says why. */
  | "wrong"
  /** The zone has no usable key with the signature's key tag and algorithm. */
  | "no_key"
  /** The algorithm or the key's length or exponent is not supported. */
  | "unsupported"
  /** The request's budget (`Work`) was exhausted before the signature was checked. */
  | "not_checked";

/**
 * For `wrong`, what does not fit: the signature bytes, the signer's name, an owner outside the zone, or the label
 * count. For `unsupported`, whether the algorithm or the key (its length or exponent, which other validators may
 * support) is the cause.
 */
export type SignatureReason = "bytes" | "signer" | "outside_zone" | "labels" | "algorithm" | "key";

/** An RRSIG and its state. Times are in seconds since 1970. */
export type SignatureObservation = {
  readonly state: SignatureState;
  readonly reason: SignatureReason | null;
  readonly keyTag: number;
  readonly algorithm: number;
  readonly signer: string;
  readonly inception: number;
  readonly expiration: number;
};

/** The DNSSEC state of an RRset at a given time. */
export type SetState = {
  /** The state; `missing` if the RRset has no RRSIG. */
  readonly state: SignatureState | "missing";
  /** The signature that determines the state; null if the RRset has no signature. */
  readonly signature: SignatureObservation | null;
  readonly signatures: readonly SignatureObservation[];
  /**
   * The wildcard that the RRset was expanded from, such as `*.example.com`. Only set for valid RRsets, which then
   * need a proof that no closer name exists.
   */
  readonly wildcard: string | null;
  /**
   * How long a valid RRset may be used, in seconds: at most the original TTL and the signature's remaining
   * validity (RFC 4035 5.3.3). 0 if the RRset is not valid.
   */
  readonly ttl: number;
};
