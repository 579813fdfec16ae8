import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUILT_IN, fillIn } from "./check/read-query.ts";
import { DASHBOARDS } from "./dashboards.ts";

/**
 * Metrics of kube-state-metrics and the kubelet for one pod and one autoscaler, each in the dnstools namespace and in
 * another namespace.
 */
const SERIES = ["dnstools", "others"].flatMap((namespace) => {
  const pod = `namespace="${namespace}",pod="dns-1"`;
  const container = `${pod},container="dns"`;
  const hpa = `namespace="${namespace}",horizontalpodautoscaler="dns"`;
  return [
    { series: `container_memory_working_set_bytes{${container},node="n1"}`, values: "128x90" },
    { series: `container_memory_working_set_bytes{${pod},container="",node="n1"}`, values: "130x90" },
    { series: `kube_pod_container_resource_limits{${container},resource="memory"}`, values: "256x90" },
    { series: `kube_pod_container_resource_limits{${container},resource="cpu"}`, values: "1x90" },
    { series: `kube_horizontalpodautoscaler_status_current_replicas{${hpa}}`, values: "2x90" },
    { series: `kube_horizontalpodautoscaler_spec_max_replicas{${hpa}}`, values: "10x90" },
    { series: `kube_pod_container_status_restarts_total{${container}}`, values: "0x45 1x45" },
  ];
});

test("panels that need a cluster's metrics show one line each if these exist", async () => {
  const panels = DASHBOARDS.flatMap((spec) => spec.rows.flatMap((row) => row.panels));
  const needing = panels.filter(({ mayBeEmpty }) => mayBeEmpty !== undefined);
  const exprs = needing.flatMap(({ queries }) => queries.map(({ expr }) => expr));
  const folder = mkdtempSync(join(tmpdir(), "kubernetes-"));
  const file = join(folder, "panels.json");
  const lines = exprs.map((expr) => ({
    expr: `count(${fillIn(expr, { ...BUILT_IN, namespace: "dnstools" }).expr})`,
    eval_time: "60m",
    exp_samples: [{ labels: "{}", value: 1 }],
  }));
  const one = { interval: "1m", input_series: SERIES, promql_expr_test: lines };
  await Bun.write(file, JSON.stringify({ evaluation_interval: "1m", tests: [one] }));
  const child = Bun.spawn(["promtool", "test", "rules", file], { stdout: "pipe", stderr: "pipe" });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  rmSync(folder, { recursive: true });
  expect(exprs.length).toBe(4);
  expect(code === 0 ? "" : `${out}${err}`).toBe("");
});
