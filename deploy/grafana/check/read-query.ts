import { parser } from "@prometheus-io/lezer-promql";

/** What a query asks for. */
export type Reading = {
  /** Whether it can be read at all. */
  readonly valid: boolean;
  /** Names of metrics, each with whether a range of time is taken of it. */
  readonly metrics: readonly { readonly name: string; readonly ranged: boolean }[];
};

/** Reads PromQL, in which no variables are left. */
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

/** A query with values in place of Grafana's variables; `unknown` are those that have none. */
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

/** What Grafana itself fills in, with values that make queries readable. */
export const BUILT_IN = { __rate_interval: "1m", __interval: "15s", __range: "1h" } as const;
