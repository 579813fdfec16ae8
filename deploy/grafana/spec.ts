import type { DashboardUid } from "./uid.ts";

/** A PromQL query and the legend of its series. */
export type Query = { readonly expr: string; readonly legend: string };

/** A colour that applies from a value upwards; null in the first step. */
type Step = readonly [from: number | null, color: "green" | "yellow" | "orange" | "red" | "blue"];

/** A unit, by Grafana's name. */
type Unit = "percentunit" | "s" | "bytes" | "reqps" | "ops" | "short" | "none" | "bool";

/** A panel's content and size. Its title must be unique in the dashboard, because the panel's id is derived from it. */
export type PanelSpec = {
  readonly kind: "stat" | "time" | "heat" | "table" | "states";
  readonly title: string;
  /** What the panel shows, and how to interpret it. */
  readonly description: string;
  readonly unit: Unit;
  readonly queries: readonly Query[];
  /** Width in columns; the dashboard has 24. */
  readonly width: number;
  readonly height?: number;
  readonly steps?: readonly Step[];
  /** True if the series are stacked, as parts of a whole. */
  readonly stacked?: boolean;
  readonly max?: number;
  /** Texts and colours that replace values, by value. */
  readonly words?: Readonly<Record<string, readonly [text: string, color: string]>>;
  /** Table columns to hide. */
  readonly hidden?: readonly string[];
  /** A dashboard with details, which the panel links to. */
  readonly more?: DashboardUid;
  /** The reason why a correct panel may have no data. Without a reason, a panel without data is an error. */
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

/** The namespace variable of most dashboards. Its values come from a metric that every process exports. */
export const NAMESPACE: VariableSpec = {
  name: "namespace",
  label: "Namespace",
  values: "label_values(dnstools_build_info, namespace)",
};
