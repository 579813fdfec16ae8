import { isNamed } from "./dnssec-peers-cause.ts";
import { keyOf, type Row, type Said } from "./dnssec-peers-rows.ts";
import { TOOLS, type Tool, WHY, type Why } from "./dnssec-peers-why.ts";

type AllSaid = Readonly<Record<Tool, ReadonlyMap<string, Said>>>;
type Difference = { readonly row: Row; readonly tool: Tool; readonly said: Said; readonly why: Why | null };

/**
 * Returns the rows for which a tool's verdict differs from the table, with the explanation if there is one. A
 * missing verdict is no difference.
 */
export function differences(rows: readonly Row[], said: AllSaid): readonly Difference[] {
  return TOOLS.flatMap((tool) =>
    rowsFor(tool, rows).flatMap((row) => {
      const one = said[tool].get(keyOf(row));
      if (one === undefined || agrees(tool, row, one) !== false) return [];
      const why = WHY.find((entry) => entry.tool === tool && entry.rows.test(keyOf(row))) ?? null;
      return [{ row, tool, said: one, why }];
    }),
  );
}

/**
 * Selects the rows for a tool. Zonemaster tests whole zones, so only the row with the least secure verdict of each
 * zone is selected for it.
 */
function rowsFor(tool: Tool, rows: readonly Row[]): readonly Row[] {
  if (tool !== "zonemaster") return rows;
  const least = ["bogus", "unknown", "insecure", "secure"];
  const byZone = Map.groupBy(rows, ({ zone }) => zone);
  return [...byZone.values()].flatMap((some) =>
    some.toSorted((a, b) => least.indexOf(a.asked.verdict) - least.indexOf(b.asked.verdict)).slice(0, 1),
  );
}

/**
 * True if a tool's verdict agrees with the table; null if the tool has no verdict. Zonemaster only reports whether a
 * zone has an error.
 */
function agrees(tool: Tool, { asked }: Row, { verdict }: Said): boolean | null {
  if (verdict === null) return null;
  if (tool !== "zonemaster") return verdict === asked.verdict;
  return (verdict === "bogus") === (asked.verdict === "bogus" || asked.verdict === "unknown");
}

/** Returns the totals, and the differences with their explanations, as Markdown. */
export function markdown(situations: number, rows: readonly Row[], said: AllSaid): string {
  const found = differences(rows, said);
  const totals = TOOLS.map((tool) => {
    const own = rowsFor(tool, rows).filter((row) => (said[tool].get(keyOf(row))?.verdict ?? null) !== null);
    const wrong = found.filter((one) => one.tool === tool);
    const cried = wrong.filter(
      ({ row, said: { verdict } }) => verdict === "bogus" && row.asked.verdict !== "unknown",
    );
    const slept = wrong.filter(({ row }) => row.asked.verdict === "bogus");
    return [tool, own.length, own.length - wrong.length, cried.length, slept.length];
  });
  const groups = [...Map.groupBy(found, ({ why, tool, row }) => why ?? `${tool} ${keyOf(row)}`).values()];
  const lines = groups.map((group) => {
    const [{ tool, why } = { tool: "", why: null }] = group;
    const verdicts = [
      ...new Set(group.map(({ row, said: { verdict } }) => `${row.asked.verdict} → ${verdict}`)),
    ];
    const names = [...new Set(group.map(({ row }) => keyOf(row)))];
    const some =
      names.length > 4 ? `${names.slice(0, 4).join(", ")} and ${names.length - 4} more` : names.join(", ");
    return [tool, group.length, some, verdicts.join(", "), why?.right ?? "?", why?.why ?? "NOT EXPLAINED"];
  });
  return [
    "# The table of DNSSEC situations: ours, DNSViz and Zonemaster",
    "",
    "Written by `bin/bench dnssec-peers --write`: see [README.md](README.md).",
    "",
    `${situations} situations, ${rows.length} questions. ${namedText(rows, said.ours)}`,
    "",
    ...table(["tool", "verdicts", "match the table", "wrongly bogus", "missed bogus"], totals),
    "",
    ...table(["tool", "questions", "which", "table → tool", "right", "why"], lines),
    "",
  ].join("\n");
}

/** Counts how often our findings name the records and the server at fault. */
function namedText(rows: readonly Row[], ours: ReadonlyMap<string, Said>): string {
  const count = (some: (row: Row) => boolean) => {
    const asked = rows.filter((row) => some(row) && ours.get(keyOf(row))?.verdict === row.asked.verdict);
    const named = asked.filter((row) => {
      const { culprit } = row.asked;
      return culprit !== null && isNamed(culprit, ours.get(keyOf(row))?.causes ?? []);
    });
    return `${named.length} of ${asked.length}`;
  };
  const oneServer = count(({ asked }) => asked.culprit?.server !== undefined);
  return `Ours names the records at fault in ${count(({ asked }) => asked.verdict === "bogus")} bogus questions, and the server in ${oneServer} questions with one server at fault.`;
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)];
}
