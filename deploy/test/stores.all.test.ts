import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Postgres, startPostgres } from "@dnstools/lab/support/postgres";
import { startProduct } from "@dnstools/lab/support/product";
import { type Redis, startRedis } from "@dnstools/lab/support/redis";
import { until } from "@dnstools/lab/support/until";
import { type Edge, freePort, startEdge } from "@dnstools/proxy/test/edge";
import { checkLive } from "../grafana/check/live.ts";
import type { WrittenDashboard } from "../grafana/check/written.ts";
import { type Prometheus, startPrometheus } from "./live/prometheus.ts";
import { startUnbound, type Unbound } from "./live/unbound.ts";

/**
 * Folder of the dashboard and the alerts about stores. This test checks them with Debian's exporters, real stores and
 * the shipped scrape jobs.
 */

const DEPLOY = join(import.meta.dir, "..");
const NAME = "good-ecdsa.certs.com";
const TLS = join(process.env["LAB_MADE"] ?? "", "tls");
const CALL = "/api/v1/dns?domain=example.com&type=A";
const ends = new AsyncDisposableStack();
const folder = mkdtempSync(join(tmpdir(), "exporters-"));
ends.defer(() => rmSync(folder, { recursive: true }));

let redis: Redis;
let postgres: Postgres;
let unbound: Unbound;
let edge: Edge;
let prometheus: Prometheus;

type Job = {
  job_name: string;
  static_configs: { targets: string[] }[];
  relabel_configs?: { target_label: string; replacement?: string }[];
};
const yaml = async <T>(path: string) => Bun.YAML.parse(await Bun.file(join(DEPLOY, path)).text()) as T;

/**
 * Starts an exporter from a Debian package.
 * @returns the exporter's address as host:port
 */
function startExporter(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): string {
  const address = `127.0.0.1:${freePort()}`;
  const dashes = name === "redis" ? "-" : "--";
  const command = [`prometheus-${name}-exporter`, `${dashes}web.listen-address=${address}`, ...args];
  const child = Bun.spawn(command, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "ignore"],
  });
  ends.defer(async () => {
    child.kill("SIGKILL");
    await child.exited;
  });
  return address;
}

beforeAll(async () => {
  redis = ends.use(await startRedis({ tcp: true }));
  postgres = ends.use(await startPostgres());
  unbound = ends.use(await startUnbound());
  const settings = { REDIS_URL: redis.url, DATABASE_URL: postgres.url, DNS_RESOLVERS: unbound.address };
  const product = ends.use(await startProduct("all", { ...settings, TRUSTED_PROXIES: "127.0.0.1" }));
  const port = freePort();
  edge = ends.use(
    await startEdge([new URL(product.url).host], {
      PROXY_LISTEN_TLS: `127.0.0.1:${port}`,
      PROXY_SERVER_NAMES: NAME,
      PROXY_CERTIFICATES: `${join(TLS, NAME)}.pem=${join(TLS, NAME)}.key`,
    }),
  );
  // The host name and the lab's certificate authority are set here, because the probe connects to 127.0.0.1.
  type Blackbox = { modules: { dnstools: { http: object } } };
  const blackbox = await yaml<Blackbox>("prometheus/blackbox.yml");
  Object.assign(blackbox.modules.dnstools.http, {
    headers: { Host: NAME },
    tls_config: { ca_file: join(TLS, "ca.pem"), server_name: NAME },
  });
  await Bun.write(join(folder, "blackbox.yml"), JSON.stringify(blackbox));
  const places: Readonly<Record<string, string>> = {
    redis: startExporter("redis", [`-redis.addr=${redis.url}`]),
    postgres: startExporter("postgres", [], { DATA_SOURCE_NAME: `${postgres.url}?sslmode=disable` }),
    unbound: unbound.metrics,
    outside: startExporter("blackbox", [`--config.file=${folder}/blackbox.yml`]),
    all: new URL(product.processes[0]?.metricsUrl ?? "").host,
  };
  const { scrape_configs } = await yaml<{ scrape_configs: Job[] }>("prometheus/exporters.yml");
  const jobs = scrape_configs.map((job) => {
    const place = places[job.job_name] ?? "";
    const target = job.job_name === "outside" ? `https://127.0.0.1:${port}${CALL}` : place;
    const relabelled = job.relabel_configs?.map((one) =>
      one.target_label === "__address__" ? { ...one, replacement: place } : one,
    );
    return {
      ...job,
      scrape_interval: "2s",
      scrape_timeout: "2s",
      static_configs: [{ ...job.static_configs[0], targets: [target] }],
      relabel_configs: relabelled,
    };
  });
  const own = {
    job_name: "all",
    static_configs: [{ targets: [places["all"]], labels: { namespace: "dnstools" } }],
  };
  prometheus = ends.use(
    await startPrometheus({
      global: { scrape_interval: "2s", scrape_timeout: "2s", evaluation_interval: "2s" },
      rule_files: [join(DEPLOY, "prometheus/rules.yaml")],
      scrape_configs: [...jobs, own],
    }),
  );
  expect((await fetch(`${product.url}${CALL}`)).status).toBe(200);
}, 120_000);
afterAll(() => ends.disposeAsync());

/** Returns the first value of a query's result; NaN if the result is empty. */
async function value(expr: string): Promise<number> {
  const answer = await prometheus.query(expr);
  return "values" in answer ? (answer.values[0] ?? Number.NaN) : Number.NaN;
}
const becomes = (expr: string, wanted: number) => until(async () => (await value(expr)) === wanted);

test("promtool and the blackbox exporter accept the shipped configuration", async () => {
  const { scrape_configs } = await yaml<{ scrape_configs: Job[] }>("prometheus/exporters.yml");
  await Bun.write(join(folder, "prometheus.yml"), JSON.stringify({ scrape_configs }));
  const commands = [
    ["promtool", "check", "config", "--lint=all", join(folder, "prometheus.yml")],
    [
      "prometheus-blackbox-exporter",
      "--config.check",
      `--config.file=${join(DEPLOY, "prometheus/blackbox.yml")}`,
    ],
  ];
  for (const command of commands) {
    const child = Bun.spawn(command, { stdout: "pipe", stderr: "pipe" });
    const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    expect(code === 0 ? "" : `${out}${err}`).toBe("");
  }
});

describe("Prometheus", () => {
  test.each(["redis_up", "pg_up", "unbound_up", "probe_success"])("has %s", (metric) => becomes(metric, 1));

  test("has data for every panel of the dashboard", async () => {
    const path = join(DEPLOY, "kubernetes/components/dashboards/dnstools-stores.json");
    const dashboard = (await Bun.file(path).json()) as WrittenDashboard;
    let problems: readonly string[] = [];
    await until(async () => {
      problems = await checkLive(dashboard, prometheus, new Set());
      return problems.length === 0;
    }, 60_000).catch(() => {});
    expect(problems).toEqual([]);
  });

  test("shows when Redis, PostgreSQL and the edge are down, and when they are back", async () => {
    await redis.kill();
    await postgres.kill();
    edge.signal("SIGSTOP");
    await Promise.all(["redis_up", "pg_up"].map((metric) => becomes(metric, 0)));
    await redis.restart();
    await postgres.restart();
    edge.signal("SIGCONT");
    await Promise.all(["redis_up", "pg_up", "probe_success"].map((metric) => becomes(metric, 1)));
    edge.signal("SIGTERM");
    await edge.exited;
    await becomes("probe_success", 0);
    await until(async () => (await value('ALERTS{alertname="DnstoolsProbeFailing"}')) === 1);
  });
});
