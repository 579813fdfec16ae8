import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { until } from "@dnstools/lab/support/until";
import { checkLive } from "../grafana/check/live.ts";
import type { WrittenDashboard } from "../grafana/check/written.ts";
import { DASHBOARDS } from "../grafana/dashboards.ts";
import { Drive } from "./live/drive.ts";
import { type Prometheus, startPrometheus } from "./live/prometheus.ts";
import { prometheusConfig } from "./live/prometheus-config.ts";
import { type Stack, startStack } from "./live/stack.ts";

/**
 * Folder of the committed dashboards and rules. This test checks them with a real Prometheus, which scrapes a complete
 * installation under load: a panel without data is an error.
 */

const DEPLOY = join(import.meta.dir, "..");
const started: AsyncDisposable[] = [];
let stack: Stack;
let prometheus: Prometheus;
let drive: Drive;

beforeAll(async () => {
  stack = await startStack();
  started.push(stack);
  const places = new Map([...stack.scraped].map(([job, place]) => [job, [place]]));
  const fast = { scrape_interval: "2s", scrape_timeout: "2s", evaluation_interval: "2s" };
  prometheus = await startPrometheus(await prometheusConfig(places, fast));
  started.push(prometheus);
  const { key } = await stack.product.keys("create", "--name", "somebody");
  drive = new Drive(stack, key);
  await until(() => drive.rounds >= 1, 120_000);
  await stack.fail();
  await drive.meetFailures();
  await stack.recover();
  const rounds = drive.rounds;
  await until(() => drive.rounds >= rounds + 2, 120_000);
});
afterAll(async () => {
  await drive?.stop();
  for (const one of started.reverse()) await one[Symbol.asyncDispose]();
});

async function written(uid: string): Promise<WrittenDashboard> {
  return Bun.file(join(DEPLOY, `kubernetes/components/dashboards/${uid}.json`)).json();
}

/** PromQL of series that must be above zero, so that no panel shows only zeros. */
const HAPPENED = [
  ...["ok", "target_error", "invalid_input", "upstream_error"].map(
    (outcome) => `dnstools_tool_requests_total{outcome="${outcome}"}`,
  ),
  ...["dns", "reverse", "whois", "dnsbl", "ssl", "mail", "propagation", "scout"].flatMap((tool) => [
    `dnstools_tool_requests_total{tool="${tool}",outcome="ok"}`,
    `dnstools_tool_requests_total{tool="${tool}",outcome="invalid_input"}`,
  ]),
  'dnstools_http_requests_total{service="gateway",code="429"}',
  'dnstools_ratelimit_decisions_total{store="redis",outcome="denied"}',
  'dnstools_ratelimit_decisions_total{store="fallback"}',
  "dnstools_ratelimit_store_errors_total",
  "dnstools_db_errors_total",
  ...["anonymous", "ok", "unknown", "malformed", "unavailable"].map(
    (result) => `dnstools_auth_attempts_total{result="${result}"}`,
  ),
  'dnstools_gateway_upstream_requests_total{service="cert",outcome=~"failed|timeout"}',
  'dnstools_gateway_upstream_requests_total{service="cert",outcome="refused"}',
  'dnstools_dns_queries_total{upstream_class="recursor",outcome="timeout"}',
  'dnstools_edge_requests_total{origin="edge",call="no",code="414"}',
];

describe("Prometheus", () => {
  test("reaches every process", async () => {
    await until(async () => {
      const up = await prometheus.query("up");
      return "values" in up && up.values.length === stack.scraped.size && up.values.every((one) => one === 1);
    });
  });

  test("gets metrics from every process that promtool accepts", async () => {
    for (const [job, place] of stack.scraped) {
      const metrics = await fetch(`http://${place}/metrics`);
      const child = Bun.spawn(["promtool", "check", "metrics"], {
        stdin: metrics,
        stdout: "pipe",
        stderr: "pipe",
      });
      const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
      expect({ job, code, out, err }).toEqual({ job, code: 0, out: "", err: "" });
    }
  });

  test.each(HAPPENED)("has seen %s", async (series) => {
    const ask = () => prometheus.query(`sum(max_over_time(${series}[5m])) > 0`);
    await until(async () => JSON.stringify(await ask()) !== '{"values":[]}').catch(() => {});
    expect(await ask()).toEqual({ values: [expect.any(Number)] });
  });

  test("has seen no internal error", async () => {
    expect(await prometheus.query('dnstools_tool_requests_total{outcome="internal_error"} > 0')).toEqual({
      values: [],
    });
    expect(await prometheus.query('ALERTS{alertname="DnstoolsInternalErrors"}')).toEqual({ values: [] });
  });

  test("evaluates every rule without an error", async () => {
    type Rules = { groups: { rules: { name: string; health: string; lastError?: string }[] }[] };
    const { groups } = (await prometheus.get("rules")) as Rules;
    const failing = groups.flatMap(({ rules }) => rules.filter(({ health }) => health !== "ok"));
    expect(groups.flatMap(({ rules }) => rules).length).toBeGreaterThan(50);
    expect(failing).toEqual([]);
  });
});

describe("each dashboard", () => {
  // The dashboard Stores is not checked here, because it needs exporters; stores.all.test.ts checks it.
  const own = DASHBOARDS.filter(({ uid }) => uid !== "dnstools-stores");

  test.each(own.map((spec) => [spec.uid, spec] as const))("%s has data in every panel", async (uid, spec) => {
    const panels = spec.rows.flatMap((row) => row.panels);
    const mayBeEmpty = panels.filter((panel) => panel.mayBeEmpty !== undefined).map(({ title }) => title);
    const dashboard = await written(uid);
    let problems: readonly string[] = [];
    // The check is repeated, because a scrape may be late on a busy machine.
    await until(async () => {
      problems = await checkLive(dashboard, prometheus, new Set(mayBeEmpty));
      return problems.length === 0;
    }).catch(() => {});
    expect(problems).toEqual([]);
  });

  const break_ = (text: string, from: string, to: string) => {
    expect(text).toContain(from);
    return JSON.parse(text.replaceAll(from, to)) as WrittenDashboard;
  };

  test.each([
    ["an unknown metric", "dnstools_cache_entries", "dnstools_cache_entrys", "shows nothing"],
    ["an unknown label value", 'outcome=\\"invalid_input\\"', 'outcome=\\"invalid\\"', "shows nothing"],
    [
      "unbalanced parentheses",
      "sum by (tool) (rate(",
      "sum by (tool) (sum by (le) (rate(",
      "cannot be parsed",
    ],
    ["an unknown variable", '\\"$tool\\"', '\\"$tools\\"', "is not a variable"],
    ["a variable without values", ", tool)", ", tools)", "has no values"],
    ["an unknown function", "histogram_quantile(", "histogram_quantiles(", "Prometheus says"],
  ])("with %s is reported", async (_, from, to, problem) => {
    const text = await Bun.file(join(DEPLOY, "kubernetes/components/dashboards/dnstools-tools.json")).text();
    const found = await checkLive(break_(text, from, to), prometheus, new Set());
    expect(found.join("\n")).toContain(problem);
  });
});
