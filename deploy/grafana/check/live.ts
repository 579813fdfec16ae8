import type { Prometheus } from "../../test/live/prometheus.ts";
import { fillIn, readQuery } from "./read-query.ts";
import { panelsOf, type WrittenDashboard, type WrittenTarget } from "./written.ts";

/** Values for Grafana's built-in variables, with windows that are short enough for a test. */
const SHORT = { __rate_interval: "30s", __interval: "1s", __range: "1m" } as const;
const PARALLEL = 8;

/**
 * Returns the problems of a dashboard with the data of a Prometheus that has all metrics: variables without values,
 * and queries that fail or return nothing.
 * @param mayBeEmpty titles of panels that may have no data
 */
export async function checkLive(
  dashboard: WrittenDashboard,
  prometheus: Prometheus,
  mayBeEmpty: ReadonlySet<string>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const values: Record<string, string> = { ...SHORT };
  for (const { name, type, query } of dashboard.templating.list) {
    if (type !== "query") continue;
    const [, selector = "", label = ""] = /^label_values\((.+), (\w+)\)$/.exec(query) ?? [];
    const found = await prometheus.labelValues(label, fillIn(selector, values).expr).catch(() => []);
    if (found.length === 0) problems.push(`variable ${name} has no values: ${query}`);
    values[name] = found.length === 0 ? ".*" : found.join("|");
  }
  const questions = panelsOf(dashboard).flatMap(({ title, targets = [] }) =>
    targets.map((target) => ({ title, target, empty: mayBeEmpty.has(title) })),
  );
  const left = questions.values();
  const worker = async () => {
    for (const { title, target, empty } of left) {
      const problem = await ask(target, values, prometheus, empty);
      if (problem !== null) problems.push(`${title} (${target.refId}): ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return problems;
}

async function ask(
  target: WrittenTarget,
  values: Readonly<Record<string, string>>,
  prometheus: Prometheus,
  mayBeEmpty: boolean,
): Promise<string | null> {
  const { expr, unknown } = fillIn(target.expr, values);
  if (unknown.length > 0) return `${unknown} is not a variable`;
  if (!readQuery(expr).valid) return `cannot be parsed: ${expr}`;
  const found = await prometheus.query(expr);
  if ("error" in found) return `Prometheus says ${found.error}`;
  if (mayBeEmpty) return null;
  if (found.values.length === 0) return `shows nothing: ${expr}`;
  return found.values.every(Number.isNaN) ? `shows no number: ${expr}` : null;
}
