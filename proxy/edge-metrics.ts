import { createLog } from "@dnstools/service/log";
import { serveMetrics } from "./metrics-server.ts";
import { parseEdgeConfig } from "./settings.ts";

/** The process beside nginx that counts its requests, where bin/start does not do it: `bun proxy/edge-metrics.ts`. */
async function main(): Promise<void> {
  const log = createLog("info", { target: "edge-metrics" });
  const result = parseEdgeConfig(process.env);
  if (!result.ok) return fail(result.problems);
  if (result.config.PROXY_METRICS_LOG === null)
    return fail(["PROXY_METRICS_LOG is empty: set where nginx sends its lines, such as 127.0.0.1:9465"]);
  const server = await serveMetrics(result.config).catch((error: Error) => error);
  if (server instanceof Error) return fail([server.message]);
  for (const signal of ["SIGTERM", "SIGINT"])
    process.on(signal, () => void server.stop().then(() => process.exit(0)));
  log.info("listening", { metrics: `${server.url}/metrics`, lines: server.lines });
}

function fail(problems: readonly string[]): never {
  process.stderr.write(`Not started. Settings to correct:\n${problems.map((p) => `  ${p}\n`).join("")}`);
  process.exit(1);
}

void main();
