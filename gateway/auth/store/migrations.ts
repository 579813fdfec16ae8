import type { Dialect, Sql } from "./dialect.ts";

/** One schema change, written in SQL that is valid for both SQLite and PostgreSQL. */
export type Migration = { readonly version: number; readonly statements: readonly string[] };

/**
 * All schema changes in order. Never edit a released change. Each change must keep all columns that the previous
 * version reads and writes, because gateways of two versions run at the same time during a rollout.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    statements: [
      `create table dnstools_keys (
        id text primary key,
        hash text not null,
        name text not null,
        contact text not null,
        created_ms bigint not null,
        expires_ms bigint,
        revoked_ms bigint,
        last_used_ms bigint,
        successor text
      )`,
    ],
  },
];

/** Name of the table that records the applied schema changes. */
const TABLE = "dnstools_keys_migrations";

/**
 * Applies the missing schema changes. Each change is applied once, even if several processes start at the same time. A schema
 * that is newer than this program is left unchanged.
 */
export async function migrate(sql: Sql, dialect: Dialect, migrations = MIGRATIONS): Promise<void> {
  const latest = migrations.at(-1)?.version ?? 0;
  // The version is checked before the schema is locked, so that a gateway without permission to create tables can start
  // on an up-to-date schema.
  if ((await versionOf(sql, dialect)) >= latest) return;
  await dialect.begin(sql, async (tx) => {
    await dialect.lockSchema(tx);
    await tx.unsafe(
      `create table if not exists ${TABLE} (version integer primary key, applied_ms bigint not null)`,
    );
    const from = await versionOf(tx, dialect);
    for (const { version, statements } of migrations.filter((one) => one.version > from)) {
      for (const statement of statements) await tx.unsafe(statement);
      await tx`insert into dnstools_keys_migrations (version, applied_ms) values (${version}, ${Date.now()})`;
    }
  });
}

/** Returns the version of the newest applied schema change; 0 for a new database. */
async function versionOf(sql: Sql, dialect: Dialect): Promise<number> {
  if (!(await dialect.hasTable(sql, TABLE))) return 0;
  const [row] = await sql<readonly { version: number | null }[]>`
    select max(version) as version from dnstools_keys_migrations`;
  return Number(row?.version ?? 0);
}
