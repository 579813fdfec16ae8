import { parser } from "@prometheus-io/lezer-promql";

/** A parsed PromQL query. */
export type Reading = {
  /** True if the query is valid PromQL. */
  readonly valid: boolean;
  /** Names of the selected metrics; `ranged` is true for a range vector. */
  readonly metrics: readonly { readonly name: string; readonly ranged: boolean }[];
};

/** Parses PromQL. Grafana's variables must be filled in first. */
export function readQuery(expr: string): Reading {
  const metrics: { name: string; ranged: boolean }[] = [];
  let valid = expr.trim() !== "";
  parser.parse(expr).iterate({
    enter({ type, node }) {
      if (type.isError) valid = false;
      if (type.name !== "VectorSelector") return;
      const name = node.getChild("Identifier");
      if (name === null) return;
      const ranged = node.parent?.type.name === "MatrixSelector";
      metrics.push({ name: expr.slice(name.from, name.to), ranged });
    },
  });
  return { valid, metrics };
}

/** Replaces Grafana's variables in a query by values. `unknown` lists the variables without a value. */
export function fillIn(
  expr: string,
  values: Readonly<Record<string, string>>,
): { readonly expr: string; readonly unknown: readonly string[] } {
  const unknown: string[] = [];
  const filled = expr.replace(/\$\{?(\w+)\}?/g, (all, name: string) => {
    const value = values[name];
    if (value === undefined) unknown.push(all);
    return value ?? "";
  });
  return { expr: filled, unknown };
}

/** Example values of Grafana's built-in variables, which make a query valid PromQL. */
export const BUILT_IN = { __rate_interval: "1m", __interval: "15s", __range: "1h" } as const;
