import type { Dialect, Sql } from "./dialect.ts";

/** One change of the schema, in SQL that both databases take. */
export type Migration = { readonly version: number; readonly statements: readonly string[] };

/**
 * All changes, in order; one that was released is never edited. Each must leave what the version before it reads and
 * writes in place, since gateways of both versions run at the same time during a rollout.
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

/** The table that says which were applied. */
const TABLE = "dnstools_keys_migrations";

/**
 * Applies what is missing, each change once however many processes start at the same time. A schema newer than this
 * program is left as it is.
 */
export async function migrate(sql: Sql, dialect: Dialect, migrations = MIGRATIONS): Promise<void> {
  const latest = migrations.at(-1)?.version ?? 0;
  // Looked at before it is locked, so that a gateway whose role may not create tables starts on a finished schema.
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

/** The newest change that was applied; 0 where none was. */
async function versionOf(sql: Sql, dialect: Dialect): Promise<number> {
  if (!(await dialect.hasTable(sql, TABLE))) return 0;
  const [row] = await sql<readonly { version: number | null }[]>`
    select max(version) as version from dnstools_keys_migrations`;
  return Number(row?.version ?? 0);
}
