import { POSTGRES } from "./dialect.ts";
import { type KeyStore, sqlStore } from "./sql-store.ts";

/** Connections of one process: look-ups, what is read again, and what is noted. */
const CONNECTIONS = 4;
/** Seconds until an idle connection is closed, and until any connection is replaced. */
const IDLE_S = 60;
const LIFETIME_S = 1800;

/** The keys in a PostgreSQL database. @param url `postgres://user:password@host:port/name` */
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
      // Named statements belong to a connection: a pooler between us and the server hands out another each time.
      prepare: false,
    },
    moved: () => false,
  });
}
