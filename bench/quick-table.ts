import { figure } from "./figures.ts";
import { median } from "./measure.ts";
import { type Measured, ROUNDS_MAX } from "./quick-measure.ts";
import type { AtRest } from "./quick-memory.ts";
import type { Row } from "./quick-rows.ts";
import type { Side } from "./quick-sides.ts";

/** Highest ratio of this side's memory to the other side's that is not marked as too high. */
const MEMORY_MOST = 1.05;
const WIDTHS = [32, 30, 30] as const;

/** Prints a line for each row: this side's value, the other side's value, and their ratio. */
export function tell(sides: readonly Side[], rows: readonly Row[], { cpu, beside }: Measured): void {
  const { hello, dnsdist } = beside;
  console.log(
    `bare Elysia ${median(hello).toFixed(1)} us, dnsdist ${median(dnsdist).toFixed(1)} us a request`,
  );
  if (hello.length < ROUNDS_MAX)
    console.log(
      `There was time for only ${hello.length} of ${ROUNDS_MAX} rounds, because this machine is busy: the ratios are unsure.`,
    );
  const names = sides.map(({ name }) => name);
  print("CPU of a request", names, sides.length > 1 ? "this / other, median (quartiles)" : "");
  for (const [at, row] of rows.entries()) {
    const each = cpu[at] ?? [];
    const shown = each.map((values) => besideOf(row, values, beside));
    print(row.name, shown, ratioText(each, row.most));
    const ratios = quotients(each[0] ?? [], each[1] ?? []).toSorted((a, b) => a - b);
    if (ratios.length > 0) {
      const [low = 0, high = 0] = [ratios[0], ratios.at(-1)];
      figure({ kind: "against", what: row.name, ratio: median(ratios), low, high, rounds: ratios.length });
    }
  }
}

/** Prints the memory of idle processes as `tell` does. */
export function tellMemory(sides: readonly Side[], memory: readonly AtRest[]): void {
  const names = sides.map(({ name }) => name);
  print("memory at rest", names, sides.length > 1 ? "this / other" : "");
  for (const [name, of] of [
    ["all at rest, RSS", ({ rss }: AtRest) => rss],
    ["all at rest, PSS", ({ pss }: AtRest) => pss],
    ["all at rest, private", ({ own }: AtRest) => own],
    ["each target at rest, PSS", ({ together }: AtRest) => together],
  ] as const) {
    const each = memory.map((one) => [of(one)]);
    const shown = each.map(([mb]) => `${mb?.toFixed(1)} MB`);
    print(name, shown, ratioText(each, MEMORY_MOST));
  }
}

function besideOf(row: Row, values: readonly number[], beside: Measured["beside"]): string {
  const times = quotients(values, beside[row.beside]);
  if (times.length === 0) return "not measured";
  const us = median(values.filter((value) => !Number.isNaN(value)));
  // dnsdist is compared by requests per second of CPU, as in dns.ts, so the quotient is inverted.
  const shown =
    row.beside === "hello"
      ? `${median(times).toFixed(2)} x hello`
      : `${(1 / median(times)).toFixed(3)} x dnsdist`;
  return `${us.toFixed(1)} us, ${shown}`;
}

/**
 * Formats the ratio of this side to the other: the median across the rounds, the quartiles, and a mark if the median
 * is too high. The mark is `unsure` if the lower quartile is not too high.
 */
function ratioText(each: readonly (readonly number[])[], most: number): string {
  const [ours = [], theirs = []] = each;
  const ratios = quotients(ours, theirs).toSorted((a, b) => a - b);
  if (ratios.length === 0) return "";
  const at = (share: number) => ratios[Math.round(share * (ratios.length - 1))] ?? Number.NaN;
  const spread = ratios.length === 1 ? "" : ` (${at(0.25).toFixed(2)} to ${at(0.75).toFixed(2)})`;
  const mark = at(0.5) > most ? ` OVER ${most}${at(0.25) > most ? "" : ", unsure"}` : "";
  return `${at(0.5).toFixed(2)}${spread}${mark}`;
}

/** Divides two lists round by round, and leaves out rounds in which a value is missing. */
function quotients(ones: readonly number[], others: readonly number[]): number[] {
  return ones
    .map((one, round) => one / (others[round] ?? Number.NaN))
    .filter((ratio) => !Number.isNaN(ratio));
}

function print(name: string, shown: readonly string[], ratio: string): void {
  const cells = [name, ...shown].map((cell, i) => cell.padEnd(WIDTHS[i] ?? 0));
  console.log(`${cells.join(" ")} ${ratio}`.trimEnd());
}
