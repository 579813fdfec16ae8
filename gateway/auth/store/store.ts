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

/** Where keys are kept. Every method throws what the database says; none waits for less than the database does. */
export type KeyStore = {
  /** Connects, and brings the schema up to date. Comes before all others. */
  readonly prepare: () => Promise<void>;
  /** Whether another file is in its place now, so that it must be opened again. */
  readonly moved: () => boolean;
  /** Those of some keys that are there, in any order. */
  readonly find: (ids: readonly string[]) => Promise<readonly Credential[]>;
  /** Notes that keys were used. @param at milliseconds; an earlier time than the one noted changes nothing. */
  readonly touch: (ids: readonly string[], at: number) => Promise<void>;
  readonly create: (key: NewKey) => Promise<void>;
  /** All keys, oldest first. */
  readonly list: () => Promise<readonly KeyRecord[]>;
  readonly show: (id: string) => Promise<KeyRecord | null>;
  /** Revokes a key; one that is revoked keeps its time. @returns what it is now, null where there is none. */
  readonly revoke: (id: string, at: number) => Promise<KeyRecord | null>;
  /**
   * Puts a new key in the place of an old one, which expires at `expires`: all or nothing, and only while the old one
   * is neither revoked nor has another successor than when it was looked at; else it was changed by a command that was faster.
   */
  readonly rotate: (old: KeyRecord, key: NewKey, expires: number) => Promise<"rotated" | "changed">;
  /** All keys as they are stored, as of one moment; of damaged rows only the ids, since they are no keys. */
  readonly dump: () => Promise<{ readonly keys: readonly StoredKey[]; readonly damaged: readonly string[] }>;
  /** Puts these in the place of all keys there are: all or nothing. */
  readonly replaceAll: (keys: readonly StoredKey[]) => Promise<void>;
  /** Ends every connection at once; what is under way fails. */
  readonly close: () => Promise<void>;
};
