import type { KeyRecord } from "../key-record.ts";

/** The stored data that checking a key needs. */
export type Credential = {
  readonly id: string;
  /** SHA-256 of the whole key. */
  readonly hash: Uint8Array;
  /** Milliseconds since 1970. */
  readonly expires: number | null;
  readonly revoked: boolean;
};

/** A new key to store. */
export type NewKey = Pick<KeyRecord, "id" | "name" | "contact" | "created" | "expires"> & {
  readonly hash: Uint8Array;
};

/** All stored data of a key, with its hash. */
export type StoredKey = KeyRecord & { readonly hash: Uint8Array };
