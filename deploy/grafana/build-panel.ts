import {
  BigValueColorMode,
  BigValueGraphMode,
  GraphThresholdsStyleConfigBuilder,
  GraphThresholdsStyleMode,
  LegendDisplayMode,
  LegendPlacement,
  ReduceDataOptionsBuilder,
  SortOrder,
  StackingConfigBuilder,
  StackingMode,
  TableSortByFieldStateBuilder,
  TooltipDisplayMode,
  VisibilityMode,
  VizLegendOptionsBuilder,
  VizTooltipOptionsBuilder,
} from "@grafana/grafana-foundation-sdk/common";
import {
  DashboardLinkBuilder,
  DashboardLinkType,
  FieldColorBuilder,
  FieldColorModeId,
  type GridPos,
  MappingType,
  type Panel,
  ThresholdsConfigBuilder,
  ThresholdsMode,
} from "@grafana/grafana-foundation-sdk/dashboard";
import * as heat from "@grafana/grafana-foundation-sdk/heatmap";
import { DataqueryBuilder, PromQueryFormat } from "@grafana/grafana-foundation-sdk/prometheus";
import * as stat from "@grafana/grafana-foundation-sdk/stat";
import * as states from "@grafana/grafana-foundation-sdk/statetimeline";
import * as table from "@grafana/grafana-foundation-sdk/table";
import * as time from "@grafana/grafana-foundation-sdk/timeseries";
import type { PanelSpec, Query } from "./spec.ts";

/** Reference to the data source that the user has chosen. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana fills it in.
export const SOURCE = { type: "prometheus", uid: "${datasource}" };

/**
 * Builds a panel at its position. The panel's id is derived from its title, so that links to the panel remain valid
 * when other panels change.
 */
export function buildPanel(spec: PanelSpec, place: GridPos): { build: () => Panel } {
  const common = <B extends Common<B>>(builder: B): B => {
    const titled = builder.id(numberOf(spec.title)).title(spec.title).description(spec.description);
    const placed = titled.datasource(SOURCE).gridPos(place).unit(spec.unit).thresholds(thresholdsOf(spec));
    for (const [n, query] of spec.queries.entries()) placed.withTarget(target(spec, query, n));
    if (spec.max !== undefined) placed.max(spec.max);
    if (spec.mayBeEmpty !== undefined) placed.noValue("none");
    if (spec.words !== undefined) placed.mappings(mappingsOf(spec.words));
    if (spec.more !== undefined) placed.links([linkTo(spec.more)]);
    return placed;
  };
  switch (spec.kind) {
    case "stat":
      return common(new stat.PanelBuilder().decimals(spec.unit === "short" ? 0 : 2))
        .reduceOptions(new ReduceDataOptionsBuilder().calcs(["lastNotNull"]))
        .colorMode(spec.steps === undefined ? BigValueColorMode.None : BigValueColorMode.Value)
        .graphMode(BigValueGraphMode.Area);
    case "time":
      return timePanel(common(new time.PanelBuilder()), spec);
    case "heat":
      return common(new heat.PanelBuilder()).hideLegend();
    case "states":
      return common(new states.PanelBuilder())
        .colorScheme(new FieldColorBuilder().mode(FieldColorModeId.Thresholds))
        .showValue(VisibilityMode.Auto)
        .legend(new VizLegendOptionsBuilder().showLegend(false));
    case "table":
      return tablePanel(common(new table.PanelBuilder()), spec);
  }
}

function timePanel(panel: time.PanelBuilder, spec: PanelSpec): time.PanelBuilder {
  const legend = new VizLegendOptionsBuilder().showLegend(true).placement(LegendPlacement.Bottom);
  // A wide panel may have many lines, so its legend is a table with values, sorted by the largest.
  if ((spec.width ?? 0) >= 12)
    legend
      .displayMode(LegendDisplayMode.Table)
      .placement(LegendPlacement.Right)
      .calcs(["lastNotNull", "max"])
      .sortBy("Max")
      .sortDesc(true);
  else legend.displayMode(LegendDisplayMode.List).calcs([]);
  panel
    .legend(legend)
    .min(0)
    .lineWidth(1)
    .fillOpacity(spec.stacked === true ? 40 : 8)
    .showPoints(VisibilityMode.Never)
    .tooltip(new VizTooltipOptionsBuilder().mode(TooltipDisplayMode.Multi).sort(SortOrder.Descending));
  const dashed = new GraphThresholdsStyleConfigBuilder().mode(GraphThresholdsStyleMode.Dashed);
  if (spec.steps !== undefined) panel.thresholdsStyle(dashed);
  if (spec.stacked === true) panel.stacking(new StackingConfigBuilder().mode(StackingMode.Normal));
  return panel;
}

/** Builds a table panel. Rows are sorted by value, the smallest first, so that unhealthy blocklists are at the top. */
function tablePanel(panel: table.PanelBuilder, { hidden = [] }: PanelSpec): table.PanelBuilder {
  const excludeByName = Object.fromEntries(["Time", ...hidden].map((column) => [column, true]));
  return panel
    .withTransformation({ id: "organize", options: { excludeByName } })
    .sortBy([new TableSortByFieldStateBuilder().displayName("Value").desc(false)]);
}

/** Methods that the builders of all panel kinds have. */
type Common<B> = {
  id(id: number): B;
  title(text: string): B;
  description(text: string): B;
  datasource(source: typeof SOURCE): B;
  gridPos(place: GridPos): B;
  unit(unit: string): B;
  max(max: number): B;
  noValue(text: string): B;
  thresholds(steps: ThresholdsConfigBuilder): B;
  mappings(mappings: ReturnType<typeof mappingsOf>): B;
  links(links: DashboardLinkBuilder[]): B;
  withTarget(target: DataqueryBuilder): B;
};

function target({ kind }: PanelSpec, { expr, legend }: Query, n: number): DataqueryBuilder {
  const query = new DataqueryBuilder().datasource(SOURCE).expr(expr).legendFormat(legend);
  query.refId(String.fromCharCode("A".charCodeAt(0) + n));
  if (kind === "table") return query.instant().format(PromQueryFormat.Table);
  if (kind === "heat") return query.range().format(PromQueryFormat.Heatmap);
  return query.range();
}

function thresholdsOf({ steps = [[null, "green"]] }: PanelSpec): ThresholdsConfigBuilder {
  return new ThresholdsConfigBuilder()
    .mode(ThresholdsMode.Absolute)
    .steps(steps.map(([value, color]) => ({ value, color })));
}

function mappingsOf(words: NonNullable<PanelSpec["words"]>) {
  const options = Object.entries(words).map(
    ([value, [text, color]], index) => [value, { text, color, index }] as const,
  );
  return [{ type: MappingType.ValueToText as const, options: Object.fromEntries(options) }];
}

function linkTo(uid: string): DashboardLinkBuilder {
  return new DashboardLinkBuilder("Details")
    .type(DashboardLinkType.Link)
    .url(`/d/${uid}?\${namespace:queryparam}&\${datasource:queryparam}&\${__url_time_range}`);
}

/** Hashes a title (FNV-1a) to a number below one million, which every JSON parser reads exactly. */
function numberOf(title: string): number {
  let hash = 0x811c9dc5;
  for (const char of title) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return (hash % 1_000_000) + 1;
}
