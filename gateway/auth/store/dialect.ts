import type { SQL, TransactionSQL } from "bun";

/** A connection or pool, or a transaction on it. */
export type Sql = SQL | TransactionSQL;

/** The differences between SQLite and PostgreSQL; all other SQL here is valid in both. */
export type Dialect = {
  /** Runs a question, and again where it could not have its turn: it must be one that can be put twice. */
  readonly retryWhileBusy: <T>(question: () => Promise<T>) => Promise<T>;
  /** Runs statements as one: all or nothing. Every write goes through it. */
  readonly begin: <T>(sql: Sql, work: (tx: TransactionSQL) => Promise<T>) => Promise<T>;
  /** Keeps other processes from changing the schema until the transaction ends. */
  readonly lockSchema: (tx: Sql) => Promise<void>;
  readonly hasTable: (sql: Sql, table: string) => Promise<boolean>;
  /** Locks those of some keys that no other transaction has locked. @returns their ids */
  readonly lockAvailable: (tx: Sql, ids: readonly string[]) => Promise<readonly string[]>;
};

/** The number of our lock among all advisory locks of a database: the letters "dnst". */
const SCHEMA_LOCK = 0x64_6e_73_74;

/** Milliseconds between two tries to have a turn. */
const TURN_MS = 10;

/**
 * @param busyTimeoutMs how long to wait for other processes' transactions. Not by SQLite's own means, which would hold up all
 *   that this thread does, and where the other is in the same thread, both.
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
    // Immediate: one that reads first and writes then would fail where another writes in between.
    begin: (sql, work) => retryWhileBusy(() => sql.begin("immediate", work)),
    // An immediate transaction is alone already.
    lockSchema: async () => {},
    hasTable: async (sql, table) =>
      (await sql`select 1 from sqlite_master where type = 'table' and name = ${table}`).length > 0,
    lockAvailable: async (_, ids) => ids,
  };
}

/** Whether another process's transaction stood in the way. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}

export const POSTGRES: Dialect = {
  retryWhileBusy: (question) => question(),
  begin: (sql, work) => sql.begin(work),
  // Of the transaction, so that it ends with it even where a pooler hands the connection on.
  lockSchema: async (tx) => void (await tx`select pg_advisory_xact_lock(${SCHEMA_LOCK})`),
  hasTable: async (sql, table) => (await sql`select 1 where to_regclass(${table}) is not null`).length > 0,
  // Two gateways that note the same keys in different order would wait for each other for ever.
  lockAvailable: async (tx, ids) => {
    const rows = await tx<readonly { id: string }[]>`
      select id from dnstools_keys where id in ${tx([...ids])} for update skip locked`;
    return rows.map(({ id }) => id);
  },
};
