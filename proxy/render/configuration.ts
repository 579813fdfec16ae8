import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { placeText } from "../endpoint.ts";
import type { EdgeConfig } from "../settings.ts";
import { floodLimits, floodZones } from "./flood.ts";
import { limitState } from "./limit-state.ts";
import { logPathMap } from "./log-path.ts";
import { cidrText } from "./nginx-text.ts";
import { problemMaps } from "./problems.ts";
import { serversOf } from "./servers.ts";
import { TEMPLATES } from "./templates.ts";

/** Files and folders that are removed before rendering, so that no file of an earlier rendering remains. */
const WRITTEN = ["nginx.conf", "run.sh", "certificates", "conf.d", "snippets"];
/** Seconds that a graceful stop waits in addition to the read timeout of a gateway. */
const DRAIN_MORE_S = 2;

/**
 * Writes the nginx configuration to a folder. The run.sh in the folder starts nginx, and nginx also writes only below
 * this folder.
 * @param version version of nginx, such as 1.22.1
 */
export function renderEdge(folder: string, config: EdgeConfig, version: string): void {
  mkdirSync(join(folder, "temp"), { recursive: true });
  for (const name of WRITTEN) rmSync(join(folder, name), { recursive: true, force: true });
  const values = valuesOf(config, version);
  for (const [path, template] of Object.entries(TEMPLATES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), filled(template, values));
  }
  const pairs = config.PROXY_CERTIFICATES.map(({ chain, key }) => `${chain} ${key}\n`);
  writeFileSync(join(folder, "certificates"), pairs.join(""));
  // If root starts nginx, the workers run as another user and must be able to enter the folder.
  if (process.getuid?.() === 0) chmodSync(folder, 0o711);
}

/**
 * Replaces each name in double braces in a template with its value.
 * @throws Error if a name has no value
 */
function filled(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`{{${name}}} has no value`);
    return String(value).trimEnd();
  });
}

/**
 * Returns the values for the names in templates. Every setting was validated by settings.ts and is written as a
 * separate word.
 */
function valuesOf(config: EdgeConfig, version: string): Readonly<Record<string, string | number>> {
  const readS = config.PROXY_READ_TIMEOUT_S;
  return {
    workers: config.PROXY_WORKERS,
    connections: config.PROXY_CONNECTIONS,
    open_files: 2 * config.PROXY_CONNECTIONS,
    read_timeout_s: readS,
    // The time limit for retries is shorter than the read timeout, so a call that timed out is never retried.
    next_upstream_s: readS - 1,
    drain_s: drainS(readS),
    servers: serversOf(config, version),
    trusted: trustedOf(config),
    gateways: gatewaysOf(config),
    flood_zones: floodZones(config),
    flood_limits: floodLimits(config),
    problems: problemMaps(config.OPERATOR_CONTACT),
    limit_state: limitState(config),
    log_paths: logPathMap(),
    access_logs: accessLogsOf(config),
  };
}

/**
 * Returns the seconds that nginx waits for requests in flight when it stops.
 * @param readTimeoutS PROXY_READ_TIMEOUT_S
 */
export function drainS(readTimeoutS: number): number {
  return readTimeoutS + DRAIN_MORE_S;
}

function trustedOf(config: EdgeConfig): string {
  const from = config.PROXY_TRUSTED.map(
    (who) => `set_real_ip_from ${who === "unix" ? "unix:" : cidrText(who)};\n`,
  );
  return `${from.join("")}real_ip_header ${config.PROXY_PROTOCOL ? "proxy_protocol" : "X-Forwarded-For"};`;
}

/**
 * Returns the upstream servers of nginx. The gateway with the fewest requests in flight gets the next request. A
 * gateway that failed three times is skipped for a second. If all gateways have failed, as can happen in a rolling
 * restart, each one is still tried, because it is also listed as its own backup.
 */
function gatewaysOf({ PROXY_UPSTREAMS: places }: EdgeConfig): string {
  const balancing = places.length > 1 ? "least_conn;\n" : "";
  const first = places.map((place) => `server ${place} max_fails=3 fail_timeout=1s;\n`);
  const last = places.length > 1 ? places.map((place) => `server ${place} backup max_fails=0;\n`) : [];
  return [balancing, ...first, ...last].join("");
}

function accessLogsOf({ PROXY_ACCESS_LOG, PROXY_METRICS_LOG, PROXY_LOG_ADDRESSES }: EdgeConfig): string {
  const format = PROXY_LOG_ADDRESSES ? "edge_with_address" : "edge";
  const target = PROXY_ACCESS_LOG === "stdout" ? "/dev/stdout" : PROXY_ACCESS_LOG;
  const lines: string[] = [];
  if (target !== "off") lines.push(`access_log ${target} ${format} if=$logged;`);
  if (PROXY_METRICS_LOG !== null)
    lines.push(`access_log syslog:server=${placeText(PROXY_METRICS_LOG)},nohostname,tag=edge edge_metrics;`);
  // Without an access_log, nginx would write its default log, including queries.
  return lines.length === 0 ? "access_log off;" : lines.join("\n");
}
