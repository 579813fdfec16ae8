import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { until } from "@dnstools/lab/support/until";
import { freePort } from "@dnstools/proxy/test/edge";

/**
 * An unbound for one test. It forwards queries to the lab's resolver, and its metrics are those that unbound_exporter
 * would export.
 */
export type Unbound = AsyncDisposable & {
  /** Address of unbound in the format of DNS_RESOLVERS. */
  readonly address: string;
  /** Address of unbound's metrics, as host:port. */
  readonly metrics: string;
};

/**
 * Metrics that the dashboard and the alerts use, each with a pattern of the matching lines in `unbound-control
 * stats_noreset`. The names are those of letsencrypt/unbound_exporter (exporter/unbound_exporter.go, read 2026-11-23),
 * for which Debian has no package.
 */
const NAMES: Readonly<Record<string, RegExp>> = {
  unbound_queries_total: /^thread(\d+)\.num\.queries$/,
  unbound_cache_hits_total: /^thread(\d+)\.num\.cachehits$/,
  unbound_request_list_current_all: /^thread(\d+)\.requestlist\.current\.all$/,
  unbound_request_list_exceeded_total: /^thread(\d+)\.requestlist\.exceeded$/,
  unbound_recursion_time_seconds_median: /^total\.recursion\.time\.median$/,
};

/** Starts unbound, and resolves when its statistics are available. */
export async function startUnbound(): Promise<Unbound> {
  const folder = mkdtempSync(join(tmpdir(), "unbound-"));
  const [port, control] = [freePort(), freePort()];
  const file = join(folder, "unbound.conf");
  writeFileSync(
    file,
    `server:
  interface: 127.0.0.1@${port}
  do-daemonize: no
  use-syslog: no
  username: ""
  chroot: ""
  directory: "${folder}"
  pidfile: ""
  do-not-query-localhost: no
  module-config: "iterator"
remote-control:
  control-enable: yes
  control-interface: 127.0.0.1
  control-port: ${control}
  control-use-cert: no
forward-zone:
  name: "."
  forward-addr: ${OWN_RESOLVER}
`,
  );
  const child = Bun.spawn(["unbound", "-d", "-p", "-c", file], { stdio: ["ignore", "ignore", "inherit"] });
  const stats = async () => {
    const asked = Bun.spawn(["unbound-control", "-c", file, "stats_noreset"], {
      stdout: "pipe",
      stderr: "ignore",
    });
    const [text, code] = await Promise.all([asked.stdout.text(), asked.exited]);
    return code === 0 ? text : null;
  };
  await until(async () => (await stats()) !== null);
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async () => new Response(exported(await stats())),
  });
  return {
    address: `127.0.0.1:${port}`,
    metrics: `127.0.0.1:${server.port}`,
    async [Symbol.asyncDispose]() {
      await server.stop(true);
      child.kill("SIGKILL");
      await child.exited;
      rmSync(folder, { recursive: true });
    },
  };
}

function exported(stats: string | null): string {
  const lines = (stats ?? "").split("\n").flatMap((line) => {
    const [what = "", value] = line.split("=");
    for (const [name, pattern] of Object.entries(NAMES)) {
      const found = pattern.exec(what);
      if (found !== null) return `${name}${found[1] === undefined ? "" : `{thread="${found[1]}"}`} ${value}`;
    }
    return [];
  });
  return `${[`unbound_up ${stats === null ? 0 : 1}`, ...lines].join("\n")}\n`;
}
