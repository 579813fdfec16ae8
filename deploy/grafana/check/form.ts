import { UIDS } from "../uid.ts";
import { BUILT_IN, fillIn, readQuery } from "./read-query.ts";
import { panelsOf, type WrittenDashboard, type WrittenPanel } from "./written.ts";

// biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana fills it in.
const SOURCE = "${datasource}";
const COLUMNS = 24;
/**
 * Maximum size of a dashboard file in characters: `kubectl apply` copies the ConfigMap into an annotation, whose size
 * is limited.
 */
const SIZE_MAX = 250_000;

/** Returns the problems of a dashboard that can be found without a Prometheus: in layout, texts, links and queries. */
export function checkForm(dashboard: WrittenDashboard): readonly string[] {
  const panels = panelsOf(dashboard);
  return [
    ...checkWhole(dashboard),
    ...checkPlaces(dashboard.panels),
    ...panels.flatMap((panel) =>
      [...checkPanel(panel), ...checkQueries(panel, dashboard)].map((p) => `${panel.title}: ${p}`),
    ),
  ];
}

function checkWhole(dashboard: WrittenDashboard): string[] {
  const ids = dashboard.panels.map(({ id }) => id);
  const titles = panelsOf(dashboard).map(({ title }) => title);
  const linked = dashboard.links.some(({ type, tags }) => type === "dashboards" && tags.includes("dnstools"));
  return [
    [dashboard.editable !== false, "users can edit it, and lose their changes"],
    [!UIDS.some((uid) => uid === dashboard.uid), `${dashboard.uid} is not a known uid`],
    [ids.some((id) => !Number.isInteger(id)), "a panel has no id"],
    [new Set(ids).size < ids.length, "two panels have the same id"],
    [new Set(titles).size < titles.length, "two panels have the same title"],
    [dashboard.templating.list[0]?.type !== "datasource", "users cannot choose a data source"],
    [!linked || !dashboard.tags.includes("dnstools"), "it does not link to the other dashboards"],
    [JSON.stringify(dashboard, null, 2).length > SIZE_MAX, "it is too large for a ConfigMap"],
  ].flatMap(([wrong, problem]) => (wrong ? [String(problem)] : []));
}

function checkPlaces(panels: readonly WrittenPanel[]): string[] {
  return panels.flatMap((panel, n) => {
    const { x, y, w, h } = panel.gridPos;
    const over = panels.slice(0, n).find(({ gridPos: o }) => {
      return x < o.x + o.w && o.x < x + w && y < o.y + o.h && o.y < y + h;
    });
    return [
      ...(x + w > COLUMNS || w < 3 ? [`${panel.title}: is ${w} wide at ${x}`] : []),
      ...(over === undefined ? [] : [`${panel.title}: overlaps ${over.title}`]),
    ];
  });
}

function checkPanel(panel: WrittenPanel): string[] {
  const links = (panel.links ?? []).map(({ url = "" }) => /^\/d\/([\w-]+)/.exec(url)?.[1] ?? url);
  return [
    [(panel.description ?? "").length < 10, "has no description"],
    [(panel.fieldConfig?.defaults.unit ?? "") === "", "has no unit"],
    [panel.datasource?.uid !== SOURCE, "queries another data source than the one that the user chose"],
    [(panel.targets ?? []).length === 0, "has no query"],
    [links.some((uid) => !UIDS.some((known) => known === uid)), `links to ${links}, which does not exist`],
  ].flatMap(([wrong, problem]) => (wrong ? [String(problem)] : []));
}

function checkQueries(panel: WrittenPanel, dashboard: WrittenDashboard): string[] {
  const chosen = dashboard.templating.list.map(({ name }) => [name, ".*"] as const);
  const known = { ...BUILT_IN, ...Object.fromEntries(chosen) };
  const targets = panel.targets ?? [];
  return targets.flatMap(({ expr, legendFormat, datasource }) => {
    const filled = fillIn(expr, known);
    const { valid, metrics } = readQuery(filled.expr);
    const bare = metrics.find(({ name, ranged }) => /_(total|bucket|count|sum)$/.test(name) && !ranged);
    const nameless = panel.type === "timeseries" && (targets.length > 1 || /\bby \(/.test(expr));
    return [
      [!valid, `cannot be parsed: ${filled.expr}`],
      [filled.unknown.length > 0, `uses ${filled.unknown}, which is not a variable`],
      [bare !== undefined, `shows the counter ${bare?.name} without a rate`],
      [/\b(ir|r)ate\([^[]*\[(?!\$__rate_interval\])/.test(expr), "a rate is not over $__rate_interval"],
      [nameless && (legendFormat ?? "") === "", "lines have no legend"],
      [datasource?.uid !== SOURCE, "queries another data source than the one that the user chose"],
      [
        metrics.some(({ name }) => name.startsWith("dnstools_")) && !expr.includes("$namespace"),
        "does not filter by namespace",
      ],
    ].flatMap(([wrong, problem]) => (wrong ? [String(problem)] : []));
  });
}
