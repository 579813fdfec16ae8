import type { KeyRecord } from "../key-record.ts";

/** What a check needs of a key. */
export type Credential = {
  readonly id: string;
  /** SHA-256 of the whole key. */
  readonly hash: Uint8Array;
  /** Milliseconds since 1970. */
  readonly expires: number | null;
  readonly revoked: boolean;
};

/** A key to be stored. */
export type NewKey = Pick<KeyRecord, "id" | "name" | "contact" | "created" | "expires"> & {
  readonly hash: Uint8Array;
};

/** A key with all that is stored of it. */
export type StoredKey = KeyRecord & { readonly hash: Uint8Array };
