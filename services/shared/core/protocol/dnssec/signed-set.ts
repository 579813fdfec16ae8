/** An RRset in canonical form (RFC 4034 6) with its RRSIGs, from one section of a response. */
export type SignedSet = {
  /** Owner name in lower case, escaped as in master files, without the trailing dot; empty for the root. */
  readonly owner: string;
  /** The type's name, or `TYPEn`. */
  readonly type: string;
  /** The smallest TTL of the records in the RRset, in seconds. */
  readonly ttl: number;
  readonly section: "answer" | "authority";
  /** The records' data in canonical form, sorted and without duplicates. */
  readonly rdatas: readonly Uint8Array[];
  readonly signatures: readonly Signature[];
};

/** An RRSIG record (RFC 4034 3). */
export type Signature = {
  readonly algorithm: number;
  readonly labels: number;
  /** The RRSIG's Original TTL field, in seconds. */
  readonly originalTtl: number;
  /** Time in seconds since 1970 modulo 2^32, to be compared with serial number arithmetic (RFC 4034 3.1.5). */
  readonly expiration: number;
  readonly inception: number;
  readonly keyTag: number;
  /** Name of the zone that made the signature, in the form of `SignedSet.owner`. */
  readonly signer: string;
  /** The RRSIG's data before the signature bytes, in canonical form. The signed data starts with these bytes. */
  readonly head: Uint8Array;
  readonly bytes: Uint8Array;
};
