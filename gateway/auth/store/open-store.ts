import { postgresStore } from "./postgres.ts";
import type { KeyStore } from "./sql-store.ts";
import { sqliteStore } from "./sqlite.ts";

/** The location of the key database. */
export type DatabaseLocation = {
  /** A `postgres://...` URL; empty for an SQLite file. */
  readonly databaseUrl: string;
  /** The folder of the SQLite file. */
  readonly folder: string;
};

/** Timeouts of the key database, in milliseconds. */
export type StoreTimeouts = {
  /** Time to wait for other processes' SQLite transactions. */
  readonly busyMs: number;
  /** Time to wait for a connection to PostgreSQL. */
  readonly connectMs: number;
};

/** Creates the store for a location; it connects when `prepare` is called. */
export function openStore(
  { databaseUrl, folder }: DatabaseLocation,
  { busyMs, connectMs }: StoreTimeouts,
): KeyStore {
  return databaseUrl === ""
    ? sqliteStore(folder, busyMs)
    : postgresStore(databaseUrl, Math.ceil(connectMs / 1000));
}
