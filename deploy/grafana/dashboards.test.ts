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
  test.each(Object.entries(written()))("%s is what the dashboard comes to", async (path, content) => {
    const there = await Bun.file(join(ROOT, path)).text();
    expect(there === content ? "" : `${path} is old: run bin/bun deploy/grafana/write.ts`).toBe("");
  });

  test("are all there is", async () => {
    const there = await Array.fromAsync(new Glob(`${FOLDER}/*.json`).scan({ cwd: ROOT }));
    expect(there.sort()).toEqual(Object.keys(written()).sort());
  });
});

describe("each dashboard", () => {
  const files = DASHBOARDS.map(({ uid }) => [uid, written()[`${FOLDER}/${uid}.json`] ?? ""] as const);

  test.each(files)("%s is well made", (_, text) => {
    expect(checkForm(JSON.parse(text))).toEqual([]);
  });

  const [, tools = ""] = files.find(([uid]) => uid === "dnstools-tools") ?? [];
  const first = (JSON.parse(tools) as WrittenDashboard).panels[1];

  test.each([
    ["a query that cannot be read", "sum by (tool) (rate(", "sum by (tool) (rate((", "cannot be read"],
    ["a variable that is not there", '\\"$tool\\"', '\\"$tols\\"', "which is no variable"],
    [
      "a counter that is shown itself",
      "dnstools_cache_entries",
      "dnstools_cache_requests_total",
      "only ever grows",
    ],
    ["a rate over a fixed time", "[$__rate_interval]", "[5m]", "is not over $__rate_interval"],
    ["two panels upon one another", '"y": 5', '"y": 1', "lies upon"],
    ["a panel that is too wide", '"w": 12', '"w": 13', "is 13 wide"],
    ["a panel without unit", '"unit": "reqps"', '"unit": ""', "has no unit"],
    ["two panels of one number", `"id": ${first?.id}`, '"id": 1', "the same number"],
    ["lines without names", '"legendFormat": "{{tool}}"', '"legendFormat": ""', "lines have no name"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the string is in the dashboard as it stands, and Grafana replaces ${datasource}.
    ["a data source of somebody's", '"uid": "${datasource}"', '"uid": "prometheus"', "another data source"],
    ["changes that get lost", '"editable": false', '"editable": true', "can change it"],
    ["all namespaces in one", 'namespace=~\\"$namespace\\"', 'tool!=\\"\\"', "mixes namespaces"],
  ])("with %s is found out", (_, from, to, problem) => {
    expect(tools).toContain(from);
    expect(checkForm(JSON.parse(tools.replaceAll(from, to))).join("\n")).toContain(problem);
  });

  test("says why a panel may show nothing, and few may", () => {
    const reasons = panels.flatMap(({ mayBeEmpty }) => mayBeEmpty ?? []);
    expect(reasons.length).toBeLessThanOrEqual(3);
    for (const reason of reasons) expect(reason).toMatch(/^Needs .{15,}/);
  });
});

/** Metrics of others, and what Prometheus makes itself. */
const OTHERS =
  /^(up|ALERTS|kube_pod_container_\w+|kube_horizontalpodautoscaler_\w+|container_memory_\w+|node_nf_conntrack_\w+|kubelet_volume_stats_\w+|kube_cronjob_\w+|(redis|pg|unbound|probe)_\w+)$/;
/** Metrics that no dashboard and no rule shows, and why. */
const NOT_SHOWN: Readonly<Record<string, string>> = {
  process_cpu_user_seconds_total: "part of process_cpu_seconds_total, which is shown",
  process_cpu_system_seconds_total: "part of process_cpu_seconds_total, which is shown",
  nodejs_eventloop_lag_seconds: "the last one alone; p50 and p99 are shown",
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

  test("that rules and dashboards use are there", async () => {
    const table = readMetrics(await Bun.file(join(ROOT, "deploy/metrics.md")).text());
    const known = new Set([...table.map(({ name }) => name), ...recorded]);
    const unknown = [...used].filter((name) => !known.has(metricOf(name, table)) && !OTHERS.test(name));
    expect(table.length).toBeGreaterThan(50);
    expect(unknown).toEqual([]);
  });

  test("that are there are shown, or not for a reason", async () => {
    const table = readMetrics(await Bun.file(join(ROOT, "deploy/metrics.md")).text());
    const shown = new Set([...used].map((name) => metricOf(name, table)));
    const forgotten = table.map(({ name }) => name).filter((name) => !shown.has(name));
    expect(forgotten.sort()).toEqual(Object.keys(NOT_SHOWN).sort());
  });

  test("that are worked out beforehand are used", () => {
    const unused = recorded.filter((name) => !used.has(name) && !exprs.some((expr) => expr.includes(name)));
    expect(unused).toEqual([]);
  });
});
