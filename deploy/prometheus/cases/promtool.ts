import type { Alert } from "../rule.ts";
import { type Case, type Cases, NS, type Step } from "./case.ts";

/**
 * Returns a file for `promtool test rules` with the cases of one step. The format is JSON, which is a subset of YAML.
 */
export function testFile(rules: string, { groups, cases, together }: Cases, step: Step): string {
  const alerts = groups.flatMap((group) => group.rules.filter((rule) => "alert" in rule));
  const chosen = cases.filter((one) => (one.step ?? "1m") === step);
  const tests = together ? [oneTest(alerts, chosen.map(apart))] : chosen.map((one) => oneTest(alerts, [one]));
  return JSON.stringify({
    rule_files: [rules],
    evaluation_interval: step,
    group_eval_order: groups.map(({ name }) => name),
    tests: tests.map((one) => ({ interval: step, ...one })),
  });
}

/** Moves a case into its own namespace, so that one evaluation is sufficient for all cases. */
function apart(one: Case, n: number): Case {
  const namespace = `n${n}`;
  const own = Object.entries(one.series).map(([series, values]) => [
    series.replaceAll(NS, `namespace="${namespace}"`),
    values,
  ]);
  return {
    ...one,
    rule: { ...one.rule, namespace },
    series: Object.fromEntries(own),
    fires: one.fires.map((labels) => ({ ...labels, namespace })),
  };
}

function oneTest(alerts: readonly Alert[], cases: readonly Case[]) {
  const series = cases.flatMap((one) => Object.entries(one.series));
  return {
    input_series: series.map(([name, values]) => ({ series: name, values })),
    promql_expr_test: cases.map((one) => expected(ruleOf(alerts, one), one)),
  };
}

/**
 * Returns promtool's expectation of the firing alerts of a case. It uses the metric ALERTS of Prometheus, because this
 * metric has all labels of the alerts.
 */
function expected(rule: Alert, one: Case) {
  const own = { alertname: one.alert, alertstate: "firing" };
  return {
    expr: `ALERTS${selector({ ...own, ...one.rule })}`,
    eval_time: one.at,
    exp_samples: one.fires.map((labels) => ({
      labels: `ALERTS${selector({ ...own, severity: rule.severity, ...rule.labels, ...labels })}`,
      value: 1,
    })),
  };
}

/**
 * Returns the rule that a case tests.
 * @throws if no rule or several rules match
 */
export function ruleOf(alerts: readonly Alert[], { alert, rule, says }: Case): Alert {
  const [found, ...others] = alerts.filter(
    (one) =>
      one.alert === alert &&
      Object.entries(rule ?? {}).every(([name, value]) => (one.labels?.[name] ?? value) === value),
  );
  if (found === undefined || others.length > 0)
    throw new Error(`"${says}" matches ${others.length + (found ? 1 : 0)} rules`);
  return found;
}

function selector(labels: Readonly<Record<string, string>>): string {
  return `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(",")}}`;
}
