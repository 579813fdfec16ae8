import type { Net } from "@dnstools/net";
import type { ListsHealth } from "./tools/dnsbl/probe/health.ts";
import type { Keys } from "./tools/dnsbl/questions.ts";
import type { AsDatabase } from "./tools/reverse/as-database.ts";

/** The network service's tools' way to the network, and what they know over all calls. */
export type NetworkIo = Net & {
  readonly lists: {
    readonly health: ListsHealth;
    readonly keys: Keys;
    readonly publicResolvers: readonly string[];
  };
  /** The local database of origin ASes; null where Team Cymru is asked. */
  readonly asDatabase: AsDatabase | null;
};
