import { POSTGRES } from "./dialect.ts";
import { type KeyStore, sqlStore } from "./sql-store.ts";

/**
 * Maximum number of database connections of one process, for looking up keys, refreshing keys, and writing when keys
 * were last used.
 */
const CONNECTIONS = 4;
/** Seconds after which an idle connection is closed. */
const IDLE_S = 60;
/** Seconds after which a connection is replaced, even if it is in use. */
const LIFETIME_S = 1800;

/**
 * Creates a store of the keys in a PostgreSQL database.
 * @param url `postgres://user:password@host:port/name`
 * @param connectS seconds to wait for a connection
 */
export function postgresStore(url: string, connectS: number): KeyStore {
  return sqlStore({
    dialect: POSTGRES,
    options: {
      adapter: "postgres",
      url,
      max: CONNECTIONS,
      connectionTimeout: connectS,
      idleTimeout: IDLE_S,
      maxLifetime: LIFETIME_S,
      // Prepared statements are disabled: each one exists on one connection only, and a pooler may use a different
      // connection for each query.
      prepare: false,
    },
    moved: () => false,
  });
}
