/** An RRset in canonical form (RFC 4034 6) and the RRSIGs over it, as one section of a response held them. */
export type SignedSet = {
  /** Lower case, escaped as in master files, without the trailing dot; empty for the root. */
  readonly owner: string;
  /** A type's name, or `TYPEn`. */
  readonly type: string;
  /** The smallest TTL of its records in seconds. */
  readonly ttl: number;
  readonly section: "answer" | "authority";
  /** Each record's data in canonical form: sorted, each once. */
  readonly rdatas: readonly Uint8Array[];
  readonly signatures: readonly Signature[];
};

/** An RRSIG (RFC 4034 3). */
export type Signature = {
  readonly algorithm: number;
  readonly labels: number;
  /** Seconds. */
  readonly originalTtl: number;
  /** Seconds since 1970 modulo 2^32: to be compared by serial number arithmetic (RFC 4034 3.1.5). */
  readonly expiration: number;
  readonly inception: number;
  readonly keyTag: number;
  /** As `SignedSet.owner`. */
  readonly signer: string;
  /** The data up to the signature, in canonical form: what is signed before the records. */
  readonly head: Uint8Array;
  readonly bytes: Uint8Array;
};
