import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { codeName } from "./code-name.ts";
import { LEVELS, type Level, OPTION } from "./levels.ts";
import { ROOT, running } from "./run.ts";
import { printTable } from "./tables.ts";

const USAGE = `usage: bin/repeat N [--busy K] LEVEL
  Runs a level of the tests (${LEVELS.join(", ")}) N times next to K busy processes, and prints a table.
  A call that was stopped continues where it stopped, as long as the code is the same.`;

/** One run of the level. */
type Run = {
  readonly number: number;
  readonly passed: boolean;
  readonly said: string;
  readonly wallMs: number;
  readonly cpuMinutes: number;
  readonly failed: readonly string[];
};

type Options = { readonly count: number; readonly busy: number; readonly level: Level };

function parseOptions(args: readonly string[]): Options | null {
  const rest = [...args];
  const at = rest.indexOf("--busy");
  const [, busy] = at === -1 ? [] : rest.splice(at, 2);
  const level = LEVELS.find((name) => name === rest[1]);
  const numbers = [Number(rest[0]), Number(busy ?? 0)] as const;
  if (level === undefined || rest.length !== 2 || !numbers.every(Number.isSafeInteger)) return null;
  const [count, loops] = numbers;
  return count >= 1 && loops >= 0 ? { count, busy: loops, level } : null;
}

async function main(): Promise<number> {
  const options = parseOptions(process.argv.slice(2));
  if (options === null) {
    console.error(USAGE);
    return 2;
  }
  const { count, busy, level } = options;
  const folder = join(ROOT, ".tools/repeat", `${codeName()}-${level}-busy-${busy}`);
  mkdirSync(folder, { recursive: true });
  const table = join(folder, "runs.jsonl");
  const runs = readRuns(table).slice(0, count);
  const loops = Array.from({ length: runs.length < count ? busy : 0 }, () =>
    Bun.spawn([process.execPath, "-e", "for (;;);"], { stdio: ["ignore", "ignore", "ignore"] }),
  );
  for (const loop of loops) running.add(loop);
  try {
    while (runs.length < count) {
      const run = await runOnce(options, runs.length + 1, folder);
      runs.push(run);
      appendFileSync(table, `${JSON.stringify(run)}\n`);
      console.error(`run ${run.number} of ${count}: ${run.said}`);
    }
  } finally {
    for (const loop of loops) loop.kill("SIGKILL");
  }
  print(runs);
  return runs.every(({ passed }) => passed) ? 0 : 1;
}

/** Reads the runs that have ended. An incomplete line is from a run that was stopped. */
function readRuns(table: string): Run[] {
  const lines = existsSync(table) ? readFileSync(table, "utf8").split("\n") : [];
  return lines.filter((line) => line.endsWith("}")).map((line) => JSON.parse(line));
}

async function runOnce({ level, busy }: Options, number: number, folder: string): Promise<Run> {
  const started = performance.now();
  const log = join(folder, `${number}.log`);
  const option = OPTION[level] === "" ? [] : [OPTION[level]];
  const file = openSync(log, "w");
  const child = Bun.spawn([join(ROOT, "bin/test"), ...option], {
    cwd: ROOT,
    env: { ...process.env, ...(busy > 0 ? { DNSTOOLS_BUSY: String(busy) } : {}) },
    stdio: ["ignore", file, file],
  });
  running.add(child);
  const code = await child.exited;
  running.delete(child);
  closeSync(file);
  const lines = (await Bun.file(log).text()).trimEnd().split("\n");
  return {
    number,
    passed: code === 0,
    said: lines.at(-1) ?? "",
    wallMs: performance.now() - started,
    cpuMinutes: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 60e6,
    failed: lines.flatMap((line) => /^FAIL +\d+\/\d+ (\S+):/.exec(line)?.[1] ?? []),
  };
}

function print(runs: readonly Run[]): void {
  printTable(
    ["run", "result", "wall", "CPU", "files that failed"],
    runs.map(({ number, said, wallMs, cpuMinutes, failed }) => [
      String(number),
      said,
      `${Math.round(wallMs / 1000)} s`,
      `${cpuMinutes.toFixed(1)} min`,
      failed.join(" "),
    ]),
  );
}

process.exit(await main());
