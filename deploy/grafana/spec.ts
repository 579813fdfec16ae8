import type { DashboardUid } from "./uid.ts";

/** One question to Prometheus, and how its series are named in the legend. */
export type Query = { readonly expr: string; readonly legend: string };

/** A colour from a value on; the first has no lower end. */
type Step = readonly [from: number | null, color: "green" | "yellow" | "orange" | "red" | "blue"];

/** Units as Grafana names them. */
type Unit = "percentunit" | "s" | "bytes" | "reqps" | "ops" | "short" | "none" | "bool";

/** A panel: what it shows, and how large. Titles are unique in a dashboard: the panel's number is made of it. */
export type PanelSpec = {
  readonly kind: "stat" | "time" | "heat" | "table" | "states";
  readonly title: string;
  /** What it shows, and what to make of it. */
  readonly description: string;
  readonly unit: Unit;
  readonly queries: readonly Query[];
  /** Of 24 columns. */
  readonly width: number;
  readonly height?: number;
  readonly steps?: readonly Step[];
  /** Areas upon one another, for parts of a whole. */
  readonly stacked?: boolean;
  readonly max?: number;
  /** Words for values. */
  readonly words?: Readonly<Record<string, readonly [text: string, color: string]>>;
  /** Columns of a table that say nothing. */
  readonly hidden?: readonly string[];
  /** Another dashboard, which shows more of it. */
  readonly more?: DashboardUid;
  /** Why it may show nothing where all is well. Without it, no data is a mistake. */
  readonly mayBeEmpty?: string;
};

/** A name that people choose values of, on top of a dashboard. */
export type VariableSpec = { readonly name: string; readonly label: string; readonly values: string };

type RowSpec = { readonly title: string; readonly panels: readonly PanelSpec[] };

export type DashboardSpec = {
  readonly uid: DashboardUid;
  readonly title: string;
  readonly description: string;
  readonly variables: readonly VariableSpec[];
  readonly rows: readonly RowSpec[];
};

/** What most dashboards let people choose. Values by way of a metric that every process has. */
export const NAMESPACE: VariableSpec = {
  name: "namespace",
  label: "Namespace",
  values: "label_values(dnstools_build_info, namespace)",
};
