import type { Contract } from "@dnstools/core/tool/contract";
import { startHttpClientThread } from "@dnstools/server/client/http-client-thread";
import { drainOnSignal } from "@dnstools/server/http/drain";
import { createHealthHandler, Health } from "@dnstools/server/http/health";
import type { Listener } from "@dnstools/server/http/listen";
import { createLog } from "@dnstools/server/log";
import { createMetrics } from "@dnstools/server/metrics/metrics";
import { openTracing } from "@dnstools/server/trace/tracing";
import { BUILD } from "./build-info.ts";
import { openTarget } from "./compose.ts";
import { listenAsSet } from "./listening.ts";
import { lookUpResolvers } from "./network.ts";
import type { Parts } from "./parts.ts";
import { moreProblems } from "./problems.ts";
import { refuse } from "./refuse.ts";
import { parseConfig } from "./settings.ts";
import { startWarnings } from "./start-warnings.ts";
import { SERVICE_NAMES, type Target } from "./targets.ts";
import { longestOf } from "./tool-deadlines.ts";
import { contractsOf } from "./tools.ts";

/**
 * Serves a target until a signal ends the process.
 * @param example true to print a sample URL
 */
export async function serveTarget(target: Target, example: boolean): Promise<void> {
  const result = parseConfig(process.env);
  const resolvers = result.ok && target !== "gateway" ? await lookUpResolvers(result.config) : [];
  const problems = result.ok ? await moreProblems(target, result.config, resolvers) : result.problems;
  if (!result.ok || problems.length > 0) {
    refuse(problems);
    return;
  }
  const { config } = result;
  await startHttpClientThread();
  const metrics = createMetrics({ ...BUILD, target });
  const log = createLog(config.LOG_LEVEL, { target }, undefined, config.LOG_QUERIES);
  for (const line of await startWarnings(target, config)) log.warn(line);
  const parts: Parts = {
    config,
    log,
    warn: example ? (text) => console.error(`\n${text}`) : (text) => log.warn(text),
    metrics,
    tracing: await openTracing({ settings: config, target, ...BUILD, log, registry: metrics.registry }),
    health: new Health(),
    resolvers,
    folder: config.DATA_DIR,
  };
  const listeners = await serve(target, parts).catch((error: Error) => error);
  if (listeners instanceof Error) {
    refuse([listeners.message]);
    process.exit(1);
  }
  const longestMs = longestOf(await servedBy(target), config);
  drainOnSignal(listeners.main, {
    ...parts,
    longestMs,
    delayMs: config.DRAIN_DELAY_MS,
    async close() {
      await listeners.close();
      await parts.tracing.close();
    },
  });
  parts.health.phase = "ready";
  // This line is logged last: once it is visible, everything is ready, including the signal handlers.
  const { main: front, health } = listeners;
  parts.log.info("listening", { url: front.url, metrics: `${health.url}/metrics`, ...BUILD });
  if (example) printExample(front.url);
  // Discards code and objects that only the start needed: 7 MB of an idle `all`, and 4 MB of a service. Bun does this when
  // the process is idle, in at most 50 ms of CPU.
  Bun.shrink();
}

type Listeners = { readonly main: Listener; readonly health: Listener; readonly close: () => Promise<void> };

async function serve(target: Target, parts: Parts): Promise<Listeners> {
  const { config, log, metrics } = parts;
  let listener: Listener | undefined;
  const peer = (request: Request) => listener?.peer(request) ?? null;
  const { handler, close } = await openTarget(target, parts, peer);
  const place = config.LISTEN === "" ? { hostname: config.HOST, port: config.PORT } : { unix: config.LISTEN };
  const main = await listenAsSet(handler, place);
  listener = main;
  const healthHandler = createHealthHandler(parts.health, metrics, log, config.METRICS_HOST);
  const metricsPlace = { hostname: config.METRICS_HOST, port: config.METRICS_PORT };
  const health = await listenAsSet(healthHandler, metricsPlace, "METRICS_");
  return { main, health, close };
}

/** Returns the contracts of the tools that a process serves, itself or through other processes. */
async function servedBy(target: Target): Promise<readonly Contract[]> {
  const names = target === "all" || target === "gateway" ? SERVICE_NAMES : [target];
  return (await Promise.all(names.map(contractsOf))).flat();
}

/** Prints example calls. @param url URL of the listener: `http://...` or `unix:/path` */
function printExample(url: string): void {
  const unix = url.startsWith("unix:");
  const base = unix ? "http://localhost" : url;
  const curl = unix ? `curl --unix-socket ${url.slice("unix:".length)}` : "curl";
  console.error(`
dnstools ${BUILD.version} serves at ${url}

  ${curl} '${base}/api/v1/dns?domain=example.com'

Tools: ${base}/api/v1   OpenAPI: ${base}/openapi.json   Stop: Ctrl-C
`);
}
