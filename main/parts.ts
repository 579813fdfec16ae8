import type { Endpoint } from "@dnstools/net";
import type { Health } from "@dnstools/server/http/health";
import type { Log } from "@dnstools/server/log";
import type { Metrics } from "@dnstools/server/metrics/metrics";
import type { Tracing } from "@dnstools/server/trace/tracing";
import type { Config } from "./settings.ts";

/** The objects that all parts of a process share. */
export type Parts = {
  readonly config: Config;
  readonly log: Log;
  /** Shows the operator a message: in the log, or as plain text if the program was started with --example. */
  readonly warn: (text: string) => void;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly health: Health;
  /** The resolvers that this process uses; empty if it does not query the network. */
  readonly resolvers: readonly Endpoint[];
  /** Folder that keeps downloaded third-party lists between runs (DATA_DIR); null to keep them in memory only. */
  readonly folder: string | null;
};
