import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Postgres, startPostgres } from "@dnstools/lab/support/postgres";
import { SQL } from "bun";
import { type DatabaseLocation, openStore } from "./open-store.ts";
import type { KeyStore } from "./sql-store.ts";
import { createFile } from "./sqlite.ts";

/** The kinds of databases that tests use. Both are real databases, not fakes. */
export const DATABASES = ["SQLite", "PostgreSQL"] as const;
type DatabaseKind = (typeof DATABASES)[number];

/** Provides empty databases for the tests of a file. `close` stops and removes all of them. */
export type Databases = {
  /** Returns the location of a new, empty database. For SQLite, the file does not exist yet. */
  readonly empty: (kind: DatabaseKind) => Promise<DatabaseLocation>;
  /** Returns the PostgreSQL server; the first call starts the server. */
  readonly postgres: () => Promise<Postgres>;
  readonly close: () => Promise<void>;
};

export function openDatabases(): Databases {
  let started: Promise<Postgres> | undefined;
  const postgres = () => {
    started ??= startPostgres();
    return started;
  };
  const folders: string[] = [];
  let count = 0;
  return {
    postgres,
    async empty(kind) {
      const folder = mkdtempSync(join(tmpdir(), "keys-"));
      folders.push(folder);
      // Not even the folder of the SQLite file exists yet.
      const location = { databaseUrl: "", folder: join(folder, "data") };
      return kind === "SQLite"
        ? location
        : { ...location, databaseUrl: await createDatabase(await postgres(), ++count) };
    },
    async close() {
      await (await started)?.[Symbol.asyncDispose]();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Opens a store as the operator's commands do, and creates the SQLite file if necessary. */
export async function openForWriting(location: DatabaseLocation): Promise<KeyStore> {
  if (location.databaseUrl === "") createFile(location.folder);
  const store = openStore(location, { busyMs: 20_000, connectMs: 20_000 });
  await store.prepare();
  return store;
}

/** Opens a direct connection to the database of a store, for SQL that the store has no method for. */
export function rawSql(location: DatabaseLocation): SQL {
  return location.databaseUrl === ""
    ? new SQL({ adapter: "sqlite", filename: join(location.folder, "keys.sqlite") })
    : new SQL({ adapter: "postgres", url: location.databaseUrl, max: 1 });
}

async function createDatabase(postgres: Postgres, number: number): Promise<string> {
  const sql = new SQL({ adapter: "postgres", url: postgres.url, max: 1 });
  await sql.unsafe(`create database test_${number}`);
  await sql.close();
  const url = new URL(postgres.url);
  url.pathname = `/test_${number}`;
  return url.href;
}
