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
  /** How long to wait for SQLite transactions of other processes. */
  readonly busyMs: number;
  /** How long to wait for a connection to PostgreSQL. */
  readonly connectMs: number;
};

/** Creates the store for a location. The store connects to the database when `prepare` is called. */
export function openStore(
  { databaseUrl, folder }: DatabaseLocation,
  { busyMs, connectMs }: StoreTimeouts,
): KeyStore {
  return databaseUrl === ""
    ? sqliteStore(folder, busyMs)
    : postgresStore(databaseUrl, Math.ceil(connectMs / 1000));
}
