/** The parts of a dashboard file that the checks read. */
export type WrittenDashboard = {
  readonly uid: string;
  readonly title: string;
  readonly editable: boolean;
  readonly links: readonly { readonly type: string; readonly tags: readonly string[] }[];
  readonly tags: readonly string[];
  readonly templating: { readonly list: readonly WrittenVariable[] };
  readonly panels: readonly WrittenPanel[];
};

type WrittenVariable = {
  readonly name: string;
  readonly type: string;
  readonly query: string;
  readonly includeAll?: boolean;
};

export type WrittenPanel = {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly datasource?: { readonly uid: string };
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
  readonly links?: readonly { readonly url?: string }[];
  readonly targets?: readonly WrittenTarget[];
};

export type WrittenTarget = {
  readonly refId: string;
  readonly expr: string;
  readonly legendFormat?: string;
  readonly datasource?: { readonly uid: string };
};

/** Returns the panels of a dashboard, without its row headings. */
export function panelsOf(dashboard: WrittenDashboard): readonly WrittenPanel[] {
  return dashboard.panels.filter(({ type }) => type !== "row");
}
