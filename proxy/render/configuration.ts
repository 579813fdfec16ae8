import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { EdgeConfig } from "../settings.ts";
import { floodLimits, floodZones } from "./flood.ts";
import { limitState } from "./limit-state.ts";
import { logPathMap } from "./log-path.ts";
import { cidrText, map } from "./nginx-text.ts";
import { PLAIN_FILES } from "./plain-files.ts";
import { problemMaps } from "./problems.ts";
import { serversOf } from "./servers.ts";

/** What is written depends on, beside settings. */
export type NginxHere = {
  /** Such as 1.22.1. */
  readonly version: string;
  /** Whether root starts it. */
  readonly root: boolean;
};

/** What was written before is removed: nothing of another version may stay. */
const WRITTEN = ["nginx.conf", "run.sh", "conf.d", "snippets", "settings"];

/** Writes all that nginx needs to a folder: `sh FOLDER/run.sh` starts it. What nginx itself writes is below it too. */
export function renderEdge(folder: string, config: EdgeConfig, nginx: NginxHere): void {
  mkdirSync(folder, { recursive: true });
  for (const name of WRITTEN) rmSync(join(folder, name), { recursive: true, force: true });
  for (const [path, text] of Object.entries(PLAIN_FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const name of ["settings", "temp"]) mkdirSync(join(folder, name), { recursive: true });
  // The workers, who are another user where root starts nginx, find their files below it.
  if (nginx.root) chmodSync(folder, 0o711);
  for (const [name, text] of Object.entries(settingsFiles(config, nginx)))
    writeFileSync(join(folder, "settings", `${name}.conf`), text);
  const pairs = config.PROXY_CERTIFICATES.map(({ chain, key }) => `${chain} ${key}\n`);
  writeFileSync(join(folder, "settings/certificates"), pairs.join(""));
}

/** The files of settings/ by name. Every value was read by a rule of settings.ts, and is written as a word of its own. */
function settingsFiles(config: EdgeConfig, nginx: NginxHere): Readonly<Record<string, string>> {
  return {
    main: mainOf(config, nginx),
    servers: serversOf(config, nginx.version),
    trust: trustOf(config),
    gateways: gatewaysOf(config),
    "gateway-time": gatewayTimeOf(config),
    "client-time": ["client_header_timeout", "client_body_timeout"]
      .map((name) => `${name} ${config.PROXY_CLIENT_TIMEOUT_S}s;\n`)
      .join(""),
    "flood-zones": floodZones(config),
    "flood-limits": floodLimits(config),
    problems: problemMaps(config.OPERATOR_CONTACT),
    "limit-state": limitState(config),
    hsts: hstsOf(config),
    "log-path": logPathMap(),
    "log-sample": sampleOf(config),
    log: logOf(config),
  };
}

function mainOf(config: EdgeConfig, { root }: NginxHere): string {
  return `${root ? `user ${config.PROXY_USER};\n` : ""}worker_processes ${config.PROXY_WORKERS};
worker_rlimit_nofile ${2 * config.PROXY_CONNECTIONS};
worker_shutdown_timeout ${config.PROXY_DRAIN_S}s;
error_log stderr warn;
events {
  worker_connections ${config.PROXY_CONNECTIONS};
}
`;
}

function trustOf(config: EdgeConfig): string {
  const from = config.PROXY_TRUSTED.map(
    (who) => `set_real_ip_from ${who === "unix" ? "unix:" : cidrText(who)};\n`,
  );
  return `${from.join("")}real_ip_header ${config.PROXY_PROTOCOL ? "proxy_protocol" : "X-Forwarded-For"};\n`;
}

/**
 * Of several gateways, the one with the fewest requests under way gets the next one. A gateway that failed three times is left
 * alone for a second. Where all have failed, as a rolling restart can cause, each is tried all the same: as its own backup.
 */
function gatewaysOf({ PROXY_UPSTREAMS: places }: EdgeConfig): string {
  const balancing = places.length > 1 ? "least_conn;\n" : "";
  const first = places.map((place) => `server ${place} max_fails=3 fail_timeout=1s;\n`);
  const last = places.length > 1 ? places.map((place) => `server ${place} backup max_fails=0;\n`) : [];
  return [balancing, ...first, ...last].join("");
}

/** A read time-out is later than the last moment for another try, so it never has one. */
function gatewayTimeOf({ PROXY_READ_TIMEOUT_S }: EdgeConfig): string {
  return `proxy_read_timeout ${PROXY_READ_TIMEOUT_S}s;
proxy_next_upstream_timeout ${PROXY_READ_TIMEOUT_S - 1}s;
`;
}

function hstsOf({ PROXY_HSTS_S }: EdgeConfig): string {
  return map("$https", "$hsts", {
    default: "",
    ...(PROXY_HSTS_S === 0 ? {} : { on: `max-age=${PROXY_HSTS_S}` }),
  });
}

function sampleOf({ PROXY_LOG_SAMPLE }: EdgeConfig): string {
  const share = PROXY_LOG_SAMPLE === 0 || PROXY_LOG_SAMPLE === 100 ? "" : `  ${PROXY_LOG_SAMPLE}% 1;\n`;
  return `split_clients $request_id $sampled {\n${share}  * ${PROXY_LOG_SAMPLE === 100 ? 1 : 0};\n}\n`;
}

function logOf(config: EdgeConfig): string {
  const { PROXY_ACCESS_LOG, PROXY_METRICS_LOG } = config;
  const format = config.PROXY_LOG_ADDRESSES ? "edge_with_address" : "edge";
  const target = PROXY_ACCESS_LOG === "stdout" ? "/dev/stdout" : PROXY_ACCESS_LOG;
  const lines = [`error_log stderr ${config.PROXY_ERROR_LEVEL};`];
  if (target !== "off") lines.push(`access_log ${target} ${format} if=$logged;`);
  if (PROXY_METRICS_LOG !== null)
    lines.push(`access_log syslog:server=${udpText(PROXY_METRICS_LOG)},nohostname,tag=edge edge_metrics;`);
  // Without any, nginx would write its own kind of log, queries and all.
  if (lines.length === 1) lines.push("access_log off;");
  return `${lines.join("\n")}\n`;
}

function udpText({ hostname, port }: { readonly hostname: string; readonly port: number }): string {
  return `${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
}
