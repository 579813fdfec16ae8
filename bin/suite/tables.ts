import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LEVELS, type Level, OPTION, PACKAGE_LISTS, UNPACKED } from "./levels.ts";
import { keep, kept, type Result, ROOT } from "./run.ts";

/** Totals of a complete run of a level. */
export type LevelRun = {
  readonly files: number;
  readonly tests: number;
  readonly wallMs: number;
  readonly cpuMs: number;
};

/** Number of files that the profile shows. */
const DEAREST = 20;

/** Prints the files that used the most CPU, including the CPU of the lab's servers. */
export function printProfile(results: readonly Result[]): void {
  const cost = ({ cpuMs, serversMs }: Result) => cpuMs + serversMs;
  const inOrder = results.toSorted((a, b) => cost(b) - cost(a));
  const all = inOrder.reduce((sum, result) => sum + cost(result), 0);
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const rows = inOrder
    .slice(0, DEAREST)
    .map((result) => [
      seconds(cost(result)),
      seconds(result.serversMs),
      seconds(result.wallMs),
      String(result.passed + result.failed),
      result.file,
    ]);
  printTable(["CPU s", "servers' CPU s", "wall s", "tests", "file"], rows);
  console.log(`All ${results.length} files: ${seconds(all)} s of CPU.`);
}

/** Saves the figures of a level's run, for the table. */
export function saveLevel(level: Level, run: LevelRun): Promise<void> {
  return keep(`${level}.json`, run);
}

/** Prints the last whole run of each level, in the form of the table in CONTRIBUTING.md. */
export async function printLevels(): Promise<void> {
  const rows: string[][] = [];
  for (const level of LEVELS) {
    const run = await kept<LevelRun>(`${level}.json`);
    const packages = PACKAGE_LISTS[level].flatMap((list) =>
      readFileSync(join(ROOT, list), "utf8")
        .trim()
        .split("\n")
        .map((line) => line.split(":")[0]),
    );
    rows.push([
      `\`bin/test${OPTION[level] === "" ? "" : ` ${OPTION[level]}`}\``,
      run === null ? "not run" : String(run.files),
      run === null ? "" : String(run.tests),
      run === null ? "" : `${Math.round(run.wallMs / 1000)} s`,
      run === null ? "" : `${(run.cpuMs / 60_000).toFixed(1)} min`,
      String(new Set(packages).size + UNPACKED[level].length),
    ]);
  }
  printTable(["level", "files", "tests", "wall", "CPU", "Debian packages"], rows);
}

/** Prints a table in Markdown. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((word, at) => Math.max(word.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  console.log(line(head));
  console.log(`| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`);
  for (const row of rows) console.log(line(row));
}
