import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "@dnstools/lab/support/until";
import { askEdge } from "../metrics/nginx-status.ts";
import { findNginx, nginxCommand } from "../nginx-here.ts";
import { renderEdge } from "../render/configuration.ts";
import { parseEdgeConfig } from "../settings.ts";

/** A running reverse proxy: real nginx on a rendered configuration. `await using` stops it. */
export type Edge = AsyncDisposable & {
  /** URL of plain HTTP. */
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  /** Returns the access log written so far. */
  readonly log: () => string;
  /** Returns what nginx has written to stderr so far. */
  readonly said: () => string;
  readonly signal: (name: NodeJS.Signals) => void;
  readonly exited: Promise<number>;
};

/**
 * Range of ports that the system does not assign automatically, so a port that is free stays free until nginx uses it.
 */
const PORTS = { from: 10_000, count: 20_000 };

/** Returns a free port on loopback. The system is not asked for a port, because it could assign the same port again. */
export function freePort(): number {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * PORTS.count);
    try {
      Bun.listen({ hostname: "127.0.0.1", port, socket: { data() {} } }).stop(true);
      return port;
    } catch {
      // The port is in use: try another one.
    }
  }
}

/**
 * Returns a function that changes conf.d/size-and-time.conf so that slow clients are disconnected after a number of
 * seconds.
 */
export function clientTime(seconds: number): (text: string) => string {
  return (text) => text.replaceAll(/(client_\w+_timeout) 5s;/g, `$1 ${seconds}s;`);
}

type EdgeOptions = {
  /**
   * Functions that change the texts of rendered files, by path, for tests of behaviour that would otherwise be
   * invisible or slow.
   */
  readonly files?: Readonly<Record<string, (text: string) => string>>;
  /** Words placed before the nginx command, such as a program that starts nginx. */
  readonly within?: readonly string[];
  /** Seconds between checks of the certificate files. */
  readonly lookS?: number;
};

/**
 * Starts nginx in front of gateways, which need not be running.
 * @param more settings in addition to the listening address
 */
export async function startEdge(
  upstreams: readonly string[],
  more: Readonly<Record<string, string>> = {},
  { files = {}, within = [], lookS }: EdgeOptions = {},
): Promise<Edge> {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-edge-"));
  const port = freePort();
  const status = `unix:${folder}/status.sock`;
  const result = parseEdgeConfig({
    PROXY_LISTEN: `127.0.0.1:${port}`,
    PROXY_UPSTREAMS: upstreams.join(","),
    PROXY_STATUS: status,
    PROXY_ACCESS_LOG: join(folder, "access.log"),
    PROXY_WORKERS: "2",
    PROXY_CONNECTIONS: "1024",
    ...more,
  });
  if (!result.ok) throw new Error(result.problems.join("\n"));
  const nginx = findNginx(process.env);
  if (typeof nginx === "string") throw new Error(nginx);
  renderEdge(folder, result.config, nginx.version);
  for (const [name, change] of Object.entries(files)) {
    const path = join(folder, name);
    writeFileSync(path, change(readFileSync(path, "utf8")));
  }
  const errors = join(folder, "stderr.log");
  const child = Bun.spawn([...within, ...nginxCommand(nginx.command, folder, lookS)], {
    stdio: ["ignore", "inherit", Bun.file(errors)],
  });
  const said = () => readFileSync(errors, "utf8");
  const edge: Edge = {
    url: `http://127.0.0.1:${port}`,
    port,
    folder,
    log: () => readFileSync(join(folder, "access.log"), "utf8"),
    said,
    signal: (name) => child.kill(name),
    exited: child.exited,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.exited;
      rmSync(folder, { recursive: true });
    },
  };
  const lives = async () => (await askEdge(status, "/livez")).ok;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${said()}`);
    return lives().catch(() => false);
  });
  return edge;
}
