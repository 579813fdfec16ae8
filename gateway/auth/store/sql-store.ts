import { SQL } from "bun";
import type { KeyRecord } from "../key-record.ts";
import type { Dialect, Sql } from "./dialect.ts";
import { migrate } from "./migrations.ts";
import type { Credential, NewKey, StoredKey } from "./store.ts";

/** A row of the key table as SQLite or PostgreSQL returns it. PostgreSQL returns bigint values as text. */
type KeyRow = {
  readonly id: string;
  readonly hash: string;
  readonly name: string;
  readonly contact: string;
  readonly created_ms: number | string;
  readonly expires_ms: number | string | null;
  readonly revoked_ms: number | string | null;
  readonly last_used_ms: number | string | null;
  readonly successor: string | null;
};

/** Matches a SHA-256 hash in hexadecimal, as stored in the database. */
const HASH = /^[0-9a-f]{64}$/;
/** Number of keys that one statement inserts. One round trip to the database for each key would be too slow. */
const AT_ONCE = 1000;

/** Options of a store of keys in an SQL database. */
export type SqlStoreOptions = {
  readonly dialect: Dialect;
  readonly options: SQL.Options;
  /** Prepares the database before the schema is migrated. */
  readonly prepare?: (sql: SQL) => Promise<void>;
  /** Returns true if the SQLite file has been replaced since the store opened it. */
  readonly moved: () => boolean;
};

/** A store of keys in an SQL database. */
export type KeyStore = ReturnType<typeof sqlStore>;

/**
 * Creates a store of keys in a database that Bun.SQL supports. The store connects when it is first used. Its methods
 * throw the database's errors and have no timeout of their own.
 */
export function sqlStore({ dialect, options, prepare, moved }: SqlStoreOptions) {
  const sql = new SQL(options);
  const all = () => dialect.retryWhileBusy(() => sql<readonly KeyRow[]>`select * from dnstools_keys`);
  return {
    /** Connects and migrates the schema. Must be called before any other method. */
    prepare: () =>
      dialect.retryWhileBusy(async () => {
        await prepare?.(sql);
        await migrate(sql, dialect);
      }),
    /** Returns true if the SQLite file was replaced. The store must then be opened again. */
    moved,
    /** Returns those of the given keys that exist, in no particular order. */
    async find(ids: readonly string[]): Promise<readonly Credential[]> {
      if (ids.length === 0) return [];
      const rows = await dialect.retryWhileBusy(
        () => sql<readonly KeyRow[]>`
          select id, hash, expires_ms, revoked_ms from dnstools_keys where id in ${sql([...ids])}`,
      );
      // Damaged rows are skipped, so that the other keys can still be read.
      const whole = rows.filter(({ hash }) => HASH.test(hash));
      return whole.map((row) => ({
        id: row.id,
        hash: Uint8Array.fromHex(row.hash),
        expires: time(row.expires_ms),
        revoked: row.revoked_ms !== null,
      }));
    },
    /**
     * Writes when keys were last used. An earlier time does not replace a later one that is already stored.
     * @param at milliseconds since 1970
     */
    async touch(ids: readonly string[], at: number): Promise<void> {
      if (ids.length === 0) return;
      await dialect.begin(sql, async (tx) => {
        const free = await dialect.lockAvailable(tx, ids);
        if (free.length === 0) return;
        await tx`update dnstools_keys set last_used_ms = ${at}
          where id in ${tx([...free])} and (last_used_ms is null or last_used_ms < ${at})`;
      });
    },
    create: (key: NewKey) => dialect.begin(sql, (tx) => insert(tx, key)),
    /** Returns all keys, oldest first. */
    async list(): Promise<readonly KeyRecord[]> {
      const rows = await all();
      // Sorted in this program, because databases order letters differently.
      return rows.map(record).sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
    },
    async show(id: string): Promise<KeyRecord | null> {
      const [row] = await dialect.retryWhileBusy(
        () => sql<readonly KeyRow[]>`select * from dnstools_keys where id = ${id}`,
      );
      return row === undefined ? null : record(row);
    },
    /**
     * Revokes a key. If the key is already revoked, its revocation time does not change.
     * @returns the updated key; null if the key does not exist
     */
    revoke: (id: string, at: number) =>
      dialect.begin(sql, async (tx) => {
        const [row] = await tx<readonly KeyRow[]>`
          update dnstools_keys set revoked_ms = coalesce(revoked_ms, ${at}) where id = ${id} returning *`;
        return row === undefined ? null : record(row);
      }),
    /**
     * Stores a new key as the successor of an old key, and sets the expiry of the old key to `expires`, in one
     * transaction.
     * @returns "changed" if another command has meanwhile revoked the old key or given it a different successor
     */
    rotate: (old: KeyRecord, key: NewKey, expires: number): Promise<"rotated" | "changed"> =>
      dialect.begin(sql, async (tx) => {
        const before = old.successor ?? "";
        const rows = await tx`update dnstools_keys set successor = ${key.id}, expires_ms = ${expires}
          where id = ${old.id} and revoked_ms is null and coalesce(successor, '') = ${before} returning id`;
        if (rows.length === 0) return "changed";
        await insert(tx, key);
        return "rotated";
      }),
    /** Returns a consistent snapshot of all keys with their hashes, and the ids of damaged rows. */
    async dump(): Promise<{ readonly keys: readonly StoredKey[]; readonly damaged: readonly string[] }> {
      const rows = await all();
      const [whole, damaged] = [true, false].map((is) => rows.filter(({ hash }) => HASH.test(hash) === is));
      return {
        keys: (whole ?? []).map((row) => ({ ...record(row), hash: Uint8Array.fromHex(row.hash) })),
        damaged: (damaged ?? []).map(({ id }) => id),
      };
    },
    /** Replaces all stored keys with the given ones, in one transaction. */
    replaceAll: (keys: readonly StoredKey[]) =>
      dialect.begin(sql, async (tx) => {
        await tx`delete from dnstools_keys`;
        for (let at = 0; at < keys.length; at += AT_ONCE)
          await tx`insert into dnstools_keys ${tx(keys.slice(at, at + AT_ONCE).map(rowOf))}`;
      }),
    /** Closes all connections at once. Queries in flight fail. */
    close: () => sql.close({ timeout: 0 }),
  };
}

async function insert(tx: Sql, key: NewKey): Promise<void> {
  await tx`insert into dnstools_keys (id, hash, name, contact, created_ms, expires_ms)
    values (${key.id}, ${key.hash.toHex()}, ${key.name}, ${key.contact}, ${key.created}, ${key.expires})`;
}

function rowOf(key: StoredKey): KeyRow {
  return {
    id: key.id,
    hash: key.hash.toHex(),
    name: key.name,
    contact: key.contact,
    created_ms: key.created,
    expires_ms: key.expires,
    revoked_ms: key.revoked,
    last_used_ms: key.lastUsed,
    successor: key.successor,
  };
}

function record(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    name: row.name,
    contact: row.contact,
    created: Number(row.created_ms),
    expires: time(row.expires_ms),
    revoked: time(row.revoked_ms),
    lastUsed: time(row.last_used_ms),
    successor: row.successor,
  };
}

function time(value: number | string | null): number | null {
  return value === null ? null : Number(value);
}
