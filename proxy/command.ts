import { resolve } from "node:path";
import { createLog } from "@dnstools/server/log";
import { serveMetrics } from "./metrics/metrics-server.ts";
import { nginxFor } from "./nginx-here.ts";
import { renderEdge } from "./render/configuration.ts";
import { parseEdgeConfig } from "./settings.ts";

const USAGE = `Usage: dnstools proxy render FOLDER   writes the nginx configuration
       dnstools proxy metrics         counts the requests of nginx
Settings are environment variables; deploy/settings.md lists them.
NGINX_VERSION, such as 1.30.0, sets the version of nginx to render for, if nginx is not installed here.`;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs a command of the reverse proxy.
 * @returns the exit code; `proxy metrics` returns only after a signal
 */
export async function runProxy(args: readonly string[], env: Environment): Promise<number> {
  const [command, folder, ...rest] = args;
  if (command === "render" && folder !== undefined && rest.length === 0) return render(folder, env);
  if (command === "metrics" && folder === undefined) return countRequests(env);
  return fail([USAGE], 2);
}

/** Writes the nginx configuration to a folder. */
function render(folder: string, env: Environment): number {
  const nginx = nginxFor(env);
  if (typeof nginx === "string") return fail([nginx]);
  const result = parseEdgeConfig(env);
  if (!result.ok) return refuse(result.problems);
  renderEdge(resolve(folder), result.config, nginx.version);
  return 0;
}

/**
 * Runs the process that counts the requests of nginx. It is not needed with `bin/start --with-proxy`, which counts
 * them in its own process.
 */
async function countRequests(env: Environment): Promise<number> {
  const result = parseEdgeConfig(env);
  if (!result.ok) return refuse(result.problems);
  if (result.config.PROXY_METRICS_LOG === null)
    return refuse([
      "PROXY_METRICS_LOG is empty: set the address that nginx sends its log lines to, such as 127.0.0.1:9465",
    ]);
  const server = await serveMetrics(result.config).catch((error: Error) => error);
  if (server instanceof Error) return refuse([server.message]);
  const { promise, resolve: end } = Promise.withResolvers<number>();
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => void server.stop().then(() => end(0)));
  const log = createLog("info", { target: "edge-metrics" });
  log.info("listening", { metrics: `${server.url}/metrics`, lines: server.lines });
  return promise;
}

function refuse(problems: readonly string[]): number {
  return fail(["Not started. Settings to correct:", ...problems.map((problem) => `  ${problem}`)]);
}

function fail(lines: readonly string[], code = 1): number {
  process.stderr.write(`${lines.join("\n")}\n`);
  return code;
}
