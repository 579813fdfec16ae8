import { postgresStore } from "./postgres.ts";
import { sqliteStore } from "./sqlite.ts";
import type { KeyStore } from "./store.ts";

/** Which database. */
export type Place = {
  /** `postgres://...`; empty: an SQLite file. */
  readonly databaseUrl: string;
  /** Where the SQLite file is. */
  readonly folder: string;
};

/** How patient to be with it, in milliseconds. */
export type Patience = {
  /** With other processes' transactions on SQLite. */
  readonly busyMs: number;
  /** With the connection to PostgreSQL. */
  readonly connectMs: number;
};

export function openStore({ databaseUrl, folder }: Place, { busyMs, connectMs }: Patience): KeyStore {
  return databaseUrl === ""
    ? sqliteStore({ folder, patienceMs: busyMs })
    : postgresStore(databaseUrl, Math.ceil(connectMs / 1000));
}
