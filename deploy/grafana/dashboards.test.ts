import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { metricOf, readMetrics } from "../metrics-table.ts";
import { GROUPS } from "../prometheus/groups.ts";
import { checkForm } from "./check/form.ts";
import { BUILT_IN, fillIn, readQuery } from "./check/read-query.ts";
import type { WrittenDashboard } from "./check/written.ts";
import { DASHBOARDS } from "./dashboards.ts";
import { written } from "./write.ts";

const ROOT = join(import.meta.dir, "../..");
const FOLDER = "deploy/kubernetes/components/dashboards";
const panels = DASHBOARDS.flatMap((spec) => spec.rows.flatMap((row) => row.panels));

describe("the files", () => {
  test.each(Object.entries(written()))("%s is up to date", async (path, content) => {
    const there = await Bun.file(join(ROOT, path)).text();
    expect(there === content ? "" : `${path} is old: run bin/bun deploy/grafana/write.ts`).toBe("");
  });

  test("are the only ones in the folder", async () => {
    const there = await Array.fromAsync(new Glob(`${FOLDER}/*.json`).scan({ cwd: ROOT }));
    expect(there.sort()).toEqual(Object.keys(written()).sort());
  });
});

describe("each dashboard", () => {
  const files = DASHBOARDS.map(({ uid }) => [uid, written()[`${FOLDER}/${uid}.json`] ?? ""] as const);

  test.each(files)("%s has no problems", (_, text) => {
    expect(checkForm(JSON.parse(text))).toEqual([]);
  });

  const [, tools = ""] = files.find(([uid]) => uid === "dnstools-tools") ?? [];
  const first = (JSON.parse(tools) as WrittenDashboard).panels[1];

  test.each([
    ["a query that cannot be parsed", "sum by (tool) (rate(", "sum by (tool) (rate((", "cannot be parsed"],
    ["an unknown variable", '\\"$tool\\"', '\\"$tols\\"', "which is not a variable"],
    ["a counter without a rate", "dnstools_cache_entries", "dnstools_cache_requests_total", "without a rate"],
    ["a rate over a fixed window", "[$__rate_interval]", "[5m]", "is not over $__rate_interval"],
    ["overlapping panels", '"y": 5', '"y": 1', "overlaps"],
    ["a panel that is too wide", '"w": 12', '"w": 13', "is 13 wide"],
    ["a panel without unit", '"unit": "reqps"', '"unit": ""', "has no unit"],
    ["two panels with one id", `"id": ${first?.id}`, '"id": 1', "the same id"],
    ["lines without a legend", '"legendFormat": "{{tool}}"', '"legendFormat": ""', "lines have no legend"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the dashboard contains this string, and Grafana replaces ${datasource}.
    ["a fixed data source", '"uid": "${datasource}"', '"uid": "prometheus"', "another data source"],
    ["an editable dashboard", '"editable": false', '"editable": true', "can edit it"],
    ["no filter by namespace", 'namespace=~\\"$namespace\\"', 'tool!=\\"\\"', "does not filter by namespace"],
  ])("with %s is reported", (_, from, to, problem) => {
    expect(tools).toContain(from);
    expect(checkForm(JSON.parse(tools.replaceAll(from, to))).join("\n")).toContain(problem);
  });

  test("gives a reason for each panel that may be empty, and has few of them", () => {
    const reasons = panels.flatMap(({ mayBeEmpty }) => mayBeEmpty ?? []);
    expect(reasons.length).toBeLessThanOrEqual(3);
    for (const reason of reasons) expect(reason).toMatch(/^Needs .{15,}/);
  });
});

/** Matches the names of metrics of third-party exporters and of Prometheus itself. */
const OTHERS =
  /^(up|ALERTS|kube_pod_container_\w+|kube_horizontalpodautoscaler_\w+|container_memory_\w+|node_nf_conntrack_\w+|kubelet_volume_stats_\w+|kube_cronjob_\w+|(redis|pg|unbound|probe)_\w+)$/;
/** Metrics that neither a dashboard nor a rule uses, each with the reason. */
const NOT_SHOWN: Readonly<Record<string, string>> = {
  process_cpu_user_seconds_total: "part of process_cpu_seconds_total, which is shown",
  process_cpu_system_seconds_total: "part of process_cpu_seconds_total, which is shown",
  nodejs_eventloop_lag_seconds: "only the latest value; p50 and p99 are shown",
};

describe("metrics", () => {
  const rules = GROUPS.flatMap((group) => group.rules);
  const recorded = rules.flatMap((rule) => ("record" in rule ? [rule.record] : []));
  const labels = panels.flatMap((panel) => panel.queries.map(({ expr }) => expr));
  const variables = DASHBOARDS.flatMap((spec) => spec.variables.map(({ values }) => values));
  const exprs = [...rules.map(({ expr }) => expr), ...labels].map((expr) => {
    const values = { ...BUILT_IN, namespace: "", tool: "", job: "", instance: "" };
    return fillIn(expr, values).expr;
  });
  const used = new Set([
    ...exprs.flatMap((expr) => readQuery(expr).metrics.map(({ name }) => name)),
    ...variables.flatMap((values) => /^label_values\((\w+)/.exec(values)?.[1] ?? []),
  ]);

  test("that rules and dashboards use exist", async () => {
    const table = readMetrics(await Bun.file(join(ROOT, "deploy/metrics.md")).text());
    const known = new Set([...table.map(({ name }) => name), ...recorded]);
    const unknown = [...used].filter((name) => !known.has(metricOf(name, table)) && !OTHERS.test(name));
    expect(table.length).toBeGreaterThan(50);
    expect(unknown).toEqual([]);
  });

  test("are shown, or left out for a reason", async () => {
    const table = readMetrics(await Bun.file(join(ROOT, "deploy/metrics.md")).text());
    const shown = new Set([...used].map((name) => metricOf(name, table)));
    const forgotten = table.map(({ name }) => name).filter((name) => !shown.has(name));
    expect(forgotten.sort()).toEqual(Object.keys(NOT_SHOWN).sort());
  });

  test("of recording rules are used", () => {
    const unused = recorded.filter((name) => !used.has(name) && !exprs.some((expr) => expr.includes(name)));
    expect(unused).toEqual([]);
  });
});
