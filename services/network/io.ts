import type { Net } from "@dnstools/net";
import type { ListsHealth } from "./tools/dnsbl/probe/health.ts";
import type { Keys } from "./tools/dnsbl/questions.ts";
import type { AsDatabase } from "./tools/reverse/as-database.ts";

/** Network access for the network service's tools, and the state that all calls share. */
export type NetworkIo = Net & {
  readonly lists: {
    readonly health: ListsHealth;
    readonly keys: Keys;
    readonly publicResolvers: readonly string[];
  };
  /** The local database of origin ASes; null if Team Cymru is queried instead. */
  readonly asDatabase: AsDatabase | null;
};
