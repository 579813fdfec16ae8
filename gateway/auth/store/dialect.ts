import type { SQL, TransactionSQL } from "bun";

/** A database connection pool, or a transaction. */
export type Sql = SQL | TransactionSQL;

/** The differences between SQLite and PostgreSQL. All other SQL of the key store is valid in both. */
export type Dialect = {
  /** Runs a query, and retries it while another process locks the database. The query must be safe to repeat. */
  readonly retryWhileBusy: <T>(question: () => Promise<T>) => Promise<T>;
  /** Runs statements in one transaction. Every write to the database uses this function. */
  readonly begin: <T>(sql: Sql, work: (tx: TransactionSQL) => Promise<T>) => Promise<T>;
  /** Keeps other processes from changing the schema until the transaction ends. */
  readonly lockSchema: (tx: Sql) => Promise<void>;
  readonly hasTable: (sql: Sql, table: string) => Promise<boolean>;
  /**
   * Locks those of the given keys that no other transaction has locked.
   * @returns the ids of the newly locked keys
   */
  readonly lockAvailable: (tx: Sql, ids: readonly string[]) => Promise<readonly string[]>;
};

/** The id of this program's advisory lock in PostgreSQL: the letters "dnst" in ASCII. */
const SCHEMA_LOCK = 0x64_6e_73_74;

/** Interval in milliseconds between attempts while the SQLite database is locked. */
const TURN_MS = 10;

/**
 * Creates the SQLite dialect. The dialect itself waits for locks, because SQLite's busy_timeout would block the whole
 * thread. If the other transaction ran in the same thread, that wait would never succeed.
 * @param busyTimeoutMs how long to wait for transactions of other processes, in milliseconds
 */
export function sqlite(busyTimeoutMs: number): Dialect {
  const retryWhileBusy: Dialect["retryWhileBusy"] = async (question) => {
    const end = performance.now() + busyTimeoutMs;
    for (;;) {
      try {
        return await question();
      } catch (error) {
        if (!isBusy(error) || performance.now() > end) throw error;
      }
      await Bun.sleep(TURN_MS);
    }
  };
  return {
    retryWhileBusy,
    // Begins an immediate transaction: a transaction that reads before it writes would fail if another process wrote in
    // between.
    begin: (sql, work) => retryWhileBusy(() => sql.begin("immediate", work)),
    // Nothing to do: an immediate transaction already excludes other writers.
    lockSchema: async () => {},
    hasTable: async (sql, table) =>
      (await sql`select 1 from sqlite_master where type = 'table' and name = ${table}`).length > 0,
    lockAvailable: async (_, ids) => ids,
  };
}

/** Returns true if an error means that another transaction locks the SQLite database. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}

/** The PostgreSQL dialect. */
export const POSTGRES: Dialect = {
  retryWhileBusy: (question) => question(),
  begin: (sql, work) => sql.begin(work),
  // Uses a transaction-level lock, which is released when the transaction ends even if a connection pooler reuses the
  // connection.
  lockSchema: async (tx) => void (await tx`select pg_advisory_xact_lock(${SCHEMA_LOCK})`),
  hasTable: async (sql, table) => (await sql`select 1 where to_regclass(${table}) is not null`).length > 0,
  // Skips rows that are already locked: two gateways that update the same keys in a different order would deadlock.
  lockAvailable: async (tx, ids) => {
    const rows = await tx<readonly { id: string }[]>`
      select id from dnstools_keys where id in ${tx([...ids])} for update skip locked`;
    return rows.map(({ id }) => id);
  },
};
