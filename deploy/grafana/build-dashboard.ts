import {
  type Dashboard,
  DashboardBuilder,
  DashboardCursorSync,
  DashboardLinkBuilder,
  DashboardLinkType,
  DatasourceVariableBuilder,
  type GridPos,
  QueryVariableBuilder,
  RowBuilder,
  VariableRefresh,
  VariableSort,
} from "@grafana/grafana-foundation-sdk/dashboard";
import { buildPanel, SOURCE } from "./build-panel.ts";
import type { DashboardSpec, PanelSpec, VariableSpec } from "./spec.ts";

/** Tag of all dnstools dashboards. The links between dashboards find them by this tag. */
const TAG = "dnstools";
const COLUMNS = 24;
const HEIGHTS = { stat: 4, time: 8, heat: 8, table: 8, states: 6 } as const;

/** Builds Grafana's JSON model of a dashboard. */
export function buildDashboard(spec: DashboardSpec): Dashboard {
  const dashboard = new DashboardBuilder(spec.title)
    .uid(spec.uid)
    .description(spec.description)
    .tags([TAG])
    .readonly()
    .refresh("30s")
    .time({ from: "now-3h", to: "now" })
    .timezone("browser")
    .tooltip(DashboardCursorSync.Crosshair)
    .link(others())
    .withVariable(new DatasourceVariableBuilder("datasource").label("Data source").type("prometheus"));
  for (const variable of spec.variables) dashboard.withVariable(buildVariable(variable));
  let y = 0;
  for (const [n, row] of spec.rows.entries()) {
    // Row ids are small and panel ids are large, so they do not collide.
    dashboard.withRow(new RowBuilder(row.title).id(n + 1).gridPos({ x: 0, y, w: COLUMNS, h: 1 }));
    const { places, bottom } = arrange(row.panels, y + 1);
    for (const [at, panel] of row.panels.entries())
      dashboard.withPanel(buildPanel(panel, places[at] ?? { x: 0, y, w: COLUMNS, h: 1 }));
    y = bottom;
  }
  const built = dashboard.build();
  // Removes `placement`, so that Grafana shows the links at the top; otherwise they would be in a menu.
  return { ...built, links: (built.links ?? []).map(({ placement, ...link }) => link) };
}

function others(): DashboardLinkBuilder {
  return new DashboardLinkBuilder("dnstools")
    .type(DashboardLinkType.Dashboards)
    .tags([TAG])
    .includeVars(true)
    .keepTime(true);
}

function buildVariable({ name, label, values }: VariableSpec): QueryVariableBuilder {
  return (
    new QueryVariableBuilder(name)
      .label(label)
      .datasource(SOURCE)
      .query(values)
      .refresh(VariableRefresh.OnTimeRangeChanged)
      .sort(VariableSort.AlphabeticalAsc)
      .multi(true)
      .includeAll(true)
      // The choice "All" is `.*`, which also matches series without the label.
      .allValue(".*")
      .current({ selected: true, text: "All", value: "$__all" })
  );
}

/** Places panels in the given order from left to right, line by line. */
function arrange(
  panels: readonly PanelSpec[],
  top: number,
): { readonly places: readonly GridPos[]; readonly bottom: number } {
  const places: GridPos[] = [];
  let x = 0;
  let y = top;
  let line = 0;
  for (const { kind, width, height } of panels) {
    if (x + width > COLUMNS) {
      x = 0;
      y += line;
      line = 0;
    }
    const h = height ?? HEIGHTS[kind];
    places.push({ x, y, w: width, h });
    x += width;
    line = Math.max(line, h);
  }
  return { places, bottom: y + line };
}
