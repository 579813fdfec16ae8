import type { KeyRecord } from "../key-record.ts";

/** The stored data that is needed to check a key. */
export type Credential = {
  readonly id: string;
  /** SHA-256 hash of the whole key. */
  readonly hash: Uint8Array;
  /** Expiry time in milliseconds since 1970; null if the key does not expire. */
  readonly expires: number | null;
  readonly revoked: boolean;
};

/** A new key to store. */
export type NewKey = Pick<KeyRecord, "id" | "name" | "contact" | "created" | "expires"> & {
  readonly hash: Uint8Array;
};

/** All stored data of a key, including its hash. */
export type StoredKey = KeyRecord & { readonly hash: Uint8Array };
