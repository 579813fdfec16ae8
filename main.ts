import { startHttpClientThread } from "@dnstools/server/client/http-client-thread";
import { drainOnSignal } from "@dnstools/server/http/drain";
import { createHealthHandler, Health } from "@dnstools/server/http/health";
import { type Listener, listen } from "@dnstools/server/http/listen";
import { createLog, describe } from "@dnstools/server/log";
import { createMetrics } from "@dnstools/server/metrics/metrics";
import { tracedCall } from "@dnstools/server/trace/service-span";
import { openTracing } from "@dnstools/server/trace/tracing";
import { BUILD } from "./main/build-info.ts";
import { fewOpenFiles } from "./main/capacity.ts";
import { COMMANDS, refuse } from "./main/commands.ts";
import { moreProblems, openGateway, openRemote, openService } from "./main/compose.ts";
import { longestOf } from "./main/deadlines.ts";
import { lookUpResolvers, openOutside } from "./main/network.ts";
import type { Parts } from "./main/parts.ts";
import { goneSettings, parseConfig } from "./main/settings.ts";
import { SERVICE_NAMES, TARGETS, type Target } from "./main/targets.ts";

const USAGE = `Usage: dnstools --target=${TARGETS.join("|")} [--example]
       dnstools keys create|list|show|revoke|rotate|backup|restore ...
       dnstools healthcheck [URL]
       dnstools proxy render FOLDER
       dnstools proxy metrics
       dnstools --version
  --target     what this process serves: everything, or one part of it
  --example    print an address to try, for people
  healthcheck  ask whether the process with these settings is ready
  proxy        nginx's configuration, and the metrics beside it
From source, dnstools is \`bun main.ts\`.
Settings are environment variables; deploy/README.md lists them.`;

process.on("uncaughtException", die);
process.on("unhandledRejection", die);
// What leaves this process goes where it is told to, not where a proxy setting of the machine would send it.
for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"]) {
  delete process.env[name];
  delete process.env[name.toLowerCase()];
}
void main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<void> {
  if (args.includes("--version")) {
    console.log(`${BUILD.version} (${BUILD.revision})`);
    return;
  }
  const command = COMMANDS.get(args[0] ?? "");
  if (command !== undefined) {
    process.exitCode = await command(args.slice(1));
    return;
  }
  const target = targetOf(args);
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
  for (const line of [...goneSettings(process.env), fewOpenFiles()]) if (line !== null) log.warn(line);
  const parts: Parts = {
    config,
    log,
    warn: args.includes("--example") ? (text) => console.error(`\n${text}`) : (text) => log.warn(text),
    metrics,
    tracing: await openTracing({ settings: config, target, ...BUILD, log, registry: metrics.registry }),
    health: new Health(),
    resolvers,
  };
  const listeners = await serve(target, parts).catch((error: Error) => error);
  if (listeners instanceof Error) {
    refuse([listeners.message]);
    process.exit(1);
  }
  const longestMs = longestOf(SERVICE_NAMES, config);
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
  // Last, so that whoever waits for this line finds everything in place, the answer to signals too.
  const { main: front, health } = listeners;
  parts.log.info("listening", { url: front.url, metrics: `${health.url}/metrics`, ...BUILD });
  if (args.includes("--example")) printExample(front.url);
}

function targetOf(args: readonly string[]): Target {
  const known = /^--(target=.*|example)$/;
  const named = args.find((arg) => arg.startsWith("--target="))?.slice("--target=".length);
  const target = TARGETS.find((t) => t === named);
  if (target === undefined || !args.every((arg) => known.test(arg))) {
    console.error(USAGE);
    process.exit(args.includes("--help") ? 0 : 2);
  }
  return target;
}

type Listeners = { readonly main: Listener; readonly health: Listener; readonly close: () => Promise<void> };

async function serve(target: Target, parts: Parts): Promise<Listeners> {
  const { config, log, metrics, tracing } = parts;
  let open: Listener | undefined;
  const peer = (request: Request) => open?.peer(request) ?? null;
  const { handler, close } =
    target === "all" || target === "gateway"
      ? await openGateway(target, parts, peer)
      : {
          ...(await openService(target, parts, await openOutside(parts), (name) =>
            tracedCall(openRemote(name, parts), name, tracing),
          )),
          close: () => Promise.resolve(),
        };
  const place = config.LISTEN === "" ? { hostname: config.HOST, port: config.PORT } : { unix: config.LISTEN };
  const main = await listen(handler, place);
  open = main;
  const healthHandler = createHealthHandler(parts.health, metrics, log, config.METRICS_HOST);
  const health = await listen(healthHandler, { hostname: config.METRICS_HOST, port: config.METRICS_PORT });
  return { main, health, close };
}

/** @param url as a listener gives it: http, or unix:/path. */
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

function die(error: unknown): never {
  console.error(
    JSON.stringify({
      time: new Date().toISOString(),
      level: "error",
      message: "stopped by an error",
      error: describe(error),
    }),
  );
  process.exit(1);
}
