import type { Endpoint } from "@dnstools/net";
import type { Health } from "@dnstools/server/http/health";
import type { Log } from "@dnstools/server/log";
import type { Metrics } from "@dnstools/server/metrics/metrics";
import type { Tracing } from "@dnstools/server/trace/tracing";
import type { Config } from "./settings.ts";

/** What every part of a process uses. */
export type Parts = {
  readonly config: Config;
  readonly log: Log;
  /** Tells the operator a whole sentence: in the log, or plainly where a person started the process. */
  readonly warn: (text: string) => void;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly health: Health;
  /** Our own resolvers, where this process asks the network. */
  readonly resolvers: readonly Endpoint[];
  /** Where lists of others are kept between starts (DATA_DIR); null for memory alone. */
  readonly folder: string | null;
};
