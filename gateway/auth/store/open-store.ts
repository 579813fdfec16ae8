import { postgresStore } from "./postgres.ts";
import type { KeyStore } from "./sql-store.ts";
import { sqliteStore } from "./sqlite.ts";

/** Where the keys are. */
export type DatabaseLocation = {
  /** `postgres://...`; empty: an SQLite file. */
  readonly databaseUrl: string;
  /** Where the SQLite file is. */
  readonly folder: string;
};

/** Milliseconds to wait. */
export type StoreTimeouts = {
  /** For other processes' transactions on SQLite. */
  readonly busyMs: number;
  /** For a connection to PostgreSQL. */
  readonly connectMs: number;
};

export function openStore(
  { databaseUrl, folder }: DatabaseLocation,
  { busyMs, connectMs }: StoreTimeouts,
): KeyStore {
  return databaseUrl === ""
    ? sqliteStore(folder, busyMs)
    : postgresStore(databaseUrl, Math.ceil(connectMs / 1000));
}
