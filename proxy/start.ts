import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "@dnstools/server/log";
import { type MetricsServer, serveMetrics } from "./metrics/metrics-server.ts";
import { askEdge } from "./metrics/nginx-status.ts";
import { findNginx, type NginxFound, nginxCommand } from "./nginx-here.ts";
import { answers, startPart } from "./part.ts";
import { renderEdge } from "./render/configuration.ts";
import { type EdgeConfig, parseEdgeConfig } from "./settings.ts";
import { liveTogether } from "./together.ts";

/**
 * Runs `bin/start --with-proxy`: the gateway on a Unix socket, nginx in front of it, and the metrics of nginx in this
 * process. A signal stops all parts, nginx first. If one part ends by itself, all other parts are stopped.
 */
async function main(args: readonly string[]): Promise<void> {
  const nginx = findNginx(process.env);
  if (typeof nginx === "string") return refuse([nginx]);
  if (args.some((arg) => !/^--target=(all|gateway)$/.test(arg)))
    return refuse(["after --with-proxy, only --target=all (the default) or --target=gateway is allowed"]);
  for (const name of ["HOST", "PORT", "LISTEN", "TRUSTED_PROXIES", "PROXY_UPSTREAMS"].filter(
    (n) => process.env[n],
  ))
    log.warn(`${name} is ignored with --with-proxy: PROXY_LISTEN sets where requests are accepted`);
  const folder = mkdtempSync(join(tmpdir(), "dnstools-proxy-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  // If root starts this process, nginx's workers run as another user and must be able to enter the folder.
  chmodSync(folder, 0o711);
  const closed = process.getuid?.() === 0 ? closedAbove(folder) : null;
  if (closed !== null)
    return refuse([
      `TMPDIR=${tmpdir()}: nginx's workers have no permission to enter ${closed}; set another folder`,
    ]);
  const socket = join(folder, "gateway.sock");
  const result = parseEdgeConfig({
    PROXY_METRICS_LOG: "127.0.0.1:0",
    PROXY_STATUS: `unix:${folder}/status.sock`,
    ...process.env,
    PROXY_UPSTREAMS: `unix:${socket}`,
  });
  if (!result.ok) return refuse(result.problems);
  const metrics = await serveMetrics(result.config).catch((error: Error) => error);
  if (metrics instanceof Error) return refuse([metrics.message]);
  const config = { ...result.config, PROXY_METRICS_LOG: metrics.lines };
  const all = liveTogether(log, metrics.stop);

  const product = [process.execPath, join(ROOT, "main.ts"), ...(args.length === 0 ? ["--target=all"] : args)];
  const trusting = { ...process.env, LISTEN: socket, TRUSTED_PROXIES: "unix" };
  const gateway = startPart("the gateway", product, trusting);
  all.add(gateway, "SIGTERM");
  if (!(await answers(gateway, () => fetch("http://dnstools/api/v1", { unix: socket }), START_MS))) return;

  renderEdge(folder, config, nginx.version);
  const edge = startPart("nginx", withPipe(nginxCommand(nginx.command, folder)), process.env);
  all.add(edge, "SIGQUIT");
  if (!(await answers(edge, () => askEdge(config.PROXY_STATUS, "/livez"), START_MS))) return;
  announce(config, metrics, nginx);
}

const ROOT = join(import.meta.dir, "..");
const START_MS = 60_000;
const log = createLog("info", { target: "proxy" });

/** Returns the outermost folder on a path that other users cannot enter; null if there is none. */
function closedAbove(folder: string): string | null {
  const above = folder.split("/").map((_, depth, names) => names.slice(0, depth + 1).join("/") || "/");
  return above.find((path) => (statSync(path).mode & 0o001) === 0) ?? null;
}

/**
 * Returns a command whose stdout is piped through cat if /dev/stdout cannot be opened again. nginx opens /dev/stdout
 * again, which fails for a socket, such as systemd's journal, and for the terminal of another user.
 */
function withPipe(command: readonly string[]): readonly string[] {
  try {
    closeSync(openSync("/dev/stdout", "a"));
    return command;
  } catch {
    return ["bash", "-c", 'exec "$0" "$@" > >(exec cat)', ...command];
  }
}

function announce(config: EdgeConfig, metrics: MetricsServer, nginx: NginxFound): void {
  const tls = config.PROXY_LISTEN_TLS.map((place) => `https://${config.PROXY_SERVER_NAMES[0]} at ${place}`);
  const plain = config.PROXY_LISTEN.map((place) => (place.startsWith("unix:") ? place : `http://${place}`));
  if (tls.length === 0)
    log.warn("plain HTTP only: no TLS is set up (PROXY_LISTEN_TLS, PROXY_SERVER_NAMES, PROXY_CERTIFICATES)");
  log.info("listening", {
    url: plain[0] ?? tls[0],
    plain,
    tls,
    metrics: `${metrics.url}/metrics`,
    nginx: nginx.version,
  });
}

function refuse(problems: readonly string[]): never {
  process.stderr.write(`Not started. To correct:\n${problems.map((problem) => `  ${problem}\n`).join("")}`);
  process.exit(1);
}

void main(process.argv.slice(2));
