import type { DashboardUid } from "./uid.ts";

/** A PromQL query, and the legend for its series. */
export type Query = { readonly expr: string; readonly legend: string };

/** A colour and the value from which it applies; the value is null in the first step. */
type Step = readonly [from: number | null, color: "green" | "yellow" | "orange" | "red" | "blue"];

/** The unit of a panel's values, by its name in Grafana. */
type Unit = "percentunit" | "s" | "bytes" | "reqps" | "ops" | "short" | "none" | "bool";

/**
 * The content and size of a panel. The title must be unique in the dashboard, because the panel's id is derived from
 * it.
 */
export type PanelSpec = {
  readonly kind: "stat" | "time" | "heat" | "table" | "states";
  readonly title: string;
  /** What the panel shows, and how to interpret it. */
  readonly description: string;
  readonly unit: Unit;
  readonly queries: readonly Query[];
  /** Width in columns. The dashboard has 24 columns. */
  readonly width: number;
  readonly height?: number;
  readonly steps?: readonly Step[];
  /** True if the series are stacked as parts of a whole. */
  readonly stacked?: boolean;
  readonly max?: number;
  /** For each value, the text and the colour that are shown instead of the value. */
  readonly words?: Readonly<Record<string, readonly [text: string, color: string]>>;
  /** Table columns to hide. */
  readonly hidden?: readonly string[];
  /** A more detailed dashboard, which the panel links to. */
  readonly more?: DashboardUid;
  /**
   * The reason why the panel may have no data although it is correct. Without a reason, a panel without data is an
   * error.
   */
  readonly mayBeEmpty?: string;
};

/** A variable that users select at the top of a dashboard. */
export type VariableSpec = { readonly name: string; readonly label: string; readonly values: string };

type RowSpec = { readonly title: string; readonly panels: readonly PanelSpec[] };

export type DashboardSpec = {
  readonly uid: DashboardUid;
  readonly title: string;
  readonly description: string;
  readonly variables: readonly VariableSpec[];
  readonly rows: readonly RowSpec[];
};

/** The namespace variable, which most dashboards have. Its values come from a metric that every process exports. */
export const NAMESPACE: VariableSpec = {
  name: "namespace",
  label: "Namespace",
  values: "label_values(dnstools_build_info, namespace)",
};
