import { SQL } from "bun";
import type { KeyRecord } from "../key-record.ts";
import type { Dialect, Sql } from "./dialect.ts";
import { migrate } from "./migrations.ts";
import type { Credential, NewKey, StoredKey } from "./store.ts";

/** A row as either database gives it: PostgreSQL's bigint comes as text. */
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

/** SHA-256 as it is stored. */
const HASH = /^[0-9a-f]{64}$/;
/** Keys written at once: a round trip to the database for each would take longer than anybody waits. */
const AT_ONCE = 1000;

export type SqlStoreOptions = {
  readonly dialect: Dialect;
  readonly options: SQL.Options;
  /** What comes first on a new connection. */
  readonly prepare?: (sql: SQL) => Promise<void>;
  readonly moved: () => boolean;
};

export type KeyStore = ReturnType<typeof sqlStore>;

/**
 * Keys in a database that Bun.SQL speaks to. Connects when it is first used. Every method throws what the database says; none
 * waits for less than the database does.
 */
export function sqlStore({ dialect, options, prepare, moved }: SqlStoreOptions) {
  const sql = new SQL(options);
  const all = () => dialect.retryWhileBusy(() => sql<readonly KeyRow[]>`select * from dnstools_keys`);
  return {
    /** Connects, and brings the schema up to date. Comes before all others. */
    prepare: () =>
      dialect.retryWhileBusy(async () => {
        await prepare?.(sql);
        await migrate(sql, dialect);
      }),
    /** Whether another file is in its place now, so that it must be opened again. */
    moved,
    /** Those of some keys that are there, in any order. */
    async find(ids: readonly string[]): Promise<readonly Credential[]> {
      if (ids.length === 0) return [];
      const rows = await dialect.retryWhileBusy(
        () => sql<readonly KeyRow[]>`
          select id, hash, expires_ms, revoked_ms from dnstools_keys where id in ${sql([...ids])}`,
      );
      // A damaged row is no key, and no reason to refuse all others.
      const whole = rows.filter(({ hash }) => HASH.test(hash));
      return whole.map((row) => ({
        id: row.id,
        hash: Uint8Array.fromHex(row.hash),
        expires: time(row.expires_ms),
        revoked: row.revoked_ms !== null,
      }));
    },
    /** Notes that keys were used. @param at milliseconds; an earlier time than the one noted changes nothing. */
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
    /** All keys, oldest first. */
    async list(): Promise<readonly KeyRecord[]> {
      const rows = await all();
      // Sorted here, since databases disagree about the order of letters.
      return rows.map(record).sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
    },
    async show(id: string): Promise<KeyRecord | null> {
      const [row] = await dialect.retryWhileBusy(
        () => sql<readonly KeyRow[]>`select * from dnstools_keys where id = ${id}`,
      );
      return row === undefined ? null : record(row);
    },
    /** Revokes a key; one that is revoked keeps its time. @returns what it is now, null where there is none. */
    revoke: (id: string, at: number) =>
      dialect.begin(sql, async (tx) => {
        const [row] = await tx<readonly KeyRow[]>`
          update dnstools_keys set revoked_ms = coalesce(revoked_ms, ${at}) where id = ${id} returning *`;
        return row === undefined ? null : record(row);
      }),
    /**
     * Puts a new key in the place of an old one, which expires at `expires`: all or nothing, and only while the old one is neither
     * revoked nor has another successor than when it was looked at; else it was changed by a command that was faster.
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
    /** All keys as they are stored, as of one moment; of damaged rows only the ids, since they are no keys. */
    async dump(): Promise<{ readonly keys: readonly StoredKey[]; readonly damaged: readonly string[] }> {
      const rows = await all();
      const [whole, damaged] = [true, false].map((is) => rows.filter(({ hash }) => HASH.test(hash) === is));
      return {
        keys: (whole ?? []).map((row) => ({ ...record(row), hash: Uint8Array.fromHex(row.hash) })),
        damaged: (damaged ?? []).map(({ id }) => id),
      };
    },
    /** Puts these in the place of all keys there are: all or nothing. */
    replaceAll: (keys: readonly StoredKey[]) =>
      dialect.begin(sql, async (tx) => {
        await tx`delete from dnstools_keys`;
        for (let at = 0; at < keys.length; at += AT_ONCE)
          await tx`insert into dnstools_keys ${tx(keys.slice(at, at + AT_ONCE).map(rowOf))}`;
      }),
    /** Ends every connection at once; what is under way fails. */
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
