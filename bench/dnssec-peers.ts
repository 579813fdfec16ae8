import { join } from "node:path";
import { SITUATIONS } from "@dnstools/lab/plan/situations";
import { askDnsviz } from "./dnssec-peers-dnsviz.ts";
import { askOurs } from "./dnssec-peers-ours.ts";
import { keyOf, type Row, rowsOf, type Said } from "./dnssec-peers-rows.ts";
import { differences, markdown } from "./dnssec-peers-table.ts";
import { askZonemaster } from "./dnssec-peers-zonemaster.ts";

/**
 * Queries the product's `dns`, DNSViz and Zonemaster about every DNSSEC and delegation situation of the lab, and
 * compares their verdicts and causes with the situation table. Arguments select situations by name, and `--write`
 * saves the Markdown as dnssec-peers.md. Fails if a difference is not explained in dnssec-peers-why.ts.
 */
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const situations = SITUATIONS.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);
const rows = rowsOf(situations);
const zones = [...new Set(rows.map(({ zone }) => zone))];

const ours = await askOurs(rows, progress("dnstools", rows.length));
const [dnsviz, byZone] = await Promise.all([
  askDnsviz(rows, progress("DNSViz", rows.length)),
  askZonemaster(zones, progress("Zonemaster", zones.length)),
]);
const zonemaster = new Map(
  rows.map((row) => [keyOf(row), byZone.get(row.zone) ?? { verdict: null, causes: [] }] as const),
);

const said = { ours, dnsviz, zonemaster };
for (const row of rows) console.log(lineOf(row));
const text = markdown(situations.length, rows, said);
console.log(text);
if (process.argv.includes("--write")) await Bun.write(join(import.meta.dir, "dnssec-peers.md"), text);
process.exit(differences(rows, said).some(({ why }) => why === null) ? 1 : 0);

function lineOf(row: Row): string {
  const { verdict, culprit } = row.asked;
  const expected =
    culprit === null
      ? verdict
      : `${verdict}: ${[culprit.zone, culprit.set, culprit.reason, culprit.server].join(" ").trim()}`;
  const shown = (one: Said | undefined) =>
    `${one?.verdict ?? "-"} ${one?.causes.slice(0, 3).join(", ") ?? ""}`;
  const differing = differences([row], said).map(({ tool }) => tool);
  return [
    keyOf(row),
    expected,
    ...[ours, dnsviz, zonemaster].map((tool) => shown(tool.get(keyOf(row)))),
    differing.length === 0 ? "agree" : `differs: ${differing.join(", ")}`,
  ].join(" | ");
}

/** Returns a function that logs progress on stderr, once for each tenth of the total. */
function progress(tool: string, total: number): (count?: number) => void {
  let all = 0;
  return (count = 1) => {
    const before = Math.floor((all * 10) / total);
    all += count;
    if (Math.floor((all * 10) / total) > before) console.error(`${tool}: ${all} of ${total}`);
  };
}
