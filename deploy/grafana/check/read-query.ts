import { parser } from "@prometheus-io/lezer-promql";

/** The result of parsing a PromQL query. */
export type Reading = {
  /** True if the query is valid PromQL. */
  readonly valid: boolean;
  /** Names of the metrics that the query selects; `ranged` is true for a range vector. */
  readonly metrics: readonly { readonly name: string; readonly ranged: boolean }[];
};

/** Parses a PromQL query. Grafana's variables must have been replaced before. */
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

/** Replaces Grafana's variables in a query with values. `unknown` lists the variables that have no value. */
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

/** Sample values of Grafana's built-in variables, with which a query is valid PromQL. */
export const BUILT_IN = { __rate_interval: "1m", __interval: "15s", __range: "1h" } as const;
