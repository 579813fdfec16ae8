import { readFileSync } from "node:fs";
import { join } from "node:path";
import { includes, LEVELS, type Level, levelOf, PACKAGE_LISTS, testFiles, UNPACKED } from "./levels.ts";
import {
  countTests,
  cpuMs,
  keep,
  kept,
  labProblem,
  type Result,
  ROOT,
  run,
  runFiles,
  testEnvironment,
  withBinary,
} from "./run.ts";
import { printLevels, printProfile, saveLevel } from "./tables.ts";

const USAGE = `usage: bin/test [--unit | --all] [--profile] [FILE...] [-t NAME]
       bin/test --levels    prints what the last run of each level took`;

type Options = {
  readonly level: Level;
  /** Words in the paths of the files to run; empty for all files of the level. */
  readonly words: readonly string[];
  /** Arguments that are passed on to `bun test`. */
  readonly args: readonly string[];
  readonly profile: boolean;
};

function parseOptions(args: readonly string[]): Options | null {
  let level: Level = "lab";
  let profile = false;
  const words: string[] = [];
  const passed: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (arg === "--unit") level = "unit";
    else if (arg === "--all") level = "all";
    else if (arg === "--profile") profile = true;
    else if (arg === "-t" || arg === "--test-name-pattern") passed.push(arg, args[++at] ?? "");
    else if (arg.startsWith("-")) return null;
    else words.push(arg.replace(/^\.\//, ""));
  }
  return { level, words, args: passed, profile };
}

/** Returns the files to run. Named files run whatever their level is, except with `--unit`. */
async function chooseFiles({ level, words }: Options): Promise<readonly string[]> {
  const files = await testFiles(ROOT);
  if (words.length === 0) return files.filter((file) => includes(level, levelOf(file)));
  const named = files.filter((file) => words.some((word) => file.includes(word)));
  return level === "unit" ? named.filter((file) => levelOf(file) === "unit") : named;
}

/** Installs the missing Debian packages of a level. */
async function install(level: Level): Promise<void> {
  const needs = PACKAGE_LISTS[level].flatMap((list) => readFileSync(join(ROOT, list), "utf8").split("\n"));
  const commands = [
    ["bin/install-debian", ...needs.filter((need) => need !== "")],
    ...UNPACKED[level].map((words) => ["bin/unpack-debian", ...words]),
  ];
  for (const command of commands) {
    if (command.length > 1 && (await run(command)) !== 0) process.exit(1);
  }
}

/** Seconds, tests and assertions of the last run of a test file. */
type LastRun = { readonly seconds: number; readonly tests: number; readonly assertions: number };
/** Bytes of a test file per second of its run, to estimate the time of a file that has never run here. */
const BYTES_A_SECOND = 500;

async function main(): Promise<number> {
  const args = process.argv.slice(2);
  if (args[0] === "--levels") {
    await printLevels();
    return 0;
  }
  const options = parseOptions(args);
  if (options === null) {
    console.error(USAGE);
    return 2;
  }
  const started = performance.now();
  const chosen = await chooseFiles(options);
  if (chosen.length === 0) {
    console.error("No test file's path contains any of these words.");
    return 1;
  }
  const whole = options.words.length === 0 && options.args.length === 0;
  const units = chosen.filter((file) => levelOf(file) === "unit");
  const others = chosen.filter((file) => levelOf(file) !== "unit");
  // An ordinary user needs newuidmap to create the lab's namespaces; Debian's package uidmap contains it.
  if (
    others.length > 0 &&
    process.platform === "linux" &&
    Bun.which("newuidmap") === null &&
    process.getuid?.() !== 0
  )
    await install("lab");
  const problem = others.length > 0 ? labProblem() : null;
  if (problem !== null) {
    console.error(problem);
    if (options.level === "all") return 1;
  } else if (others.length > 0)
    await install(LEVELS.findLast((level) => others.some((file) => levelOf(file) === level)) ?? "lab");
  if (whole && options.level !== "unit" && (await run([process.execPath, "bin/verify/index.ts"])) !== 0)
    return 1;

  const results: Result[] = [];
  const total = units.length + (problem === null ? others.length : 0);
  const onResult = (result: Result) => {
    results.push(result);
    const { file, passed, failed, wallMs } = result;
    console.log(
      `${failed === 0 ? "ok  " : "FAIL"} ${String(results.length).padStart(3)}/${total} ${file}: ${passed} passed${failed === 0 ? "" : `, ${failed} failed`}, ${(wallMs / 1000).toFixed(1)} s`,
    );
    if (failed > 0 || !whole) console.log(result.output);
  };
  const last = (await kept<Record<string, LastRun>>("files.json")) ?? {};
  const secondsOf = (file: string) => last[file]?.seconds ?? Bun.file(join(ROOT, file)).size / BYTES_A_SECOND;
  // The longest files come first, so that the workers finish at about the same time.
  const inOrder = (files: readonly string[]) => files.toSorted((a, b) => secondsOf(b) - secondsOf(a));
  const runSome = (files: readonly string[], inLab: boolean, binary: string | null) =>
    runFiles({ files: inOrder(files), inLab, args: options.args, env: testEnvironment(binary), onResult });
  const problems = [...(await runSome(units, false, null))];
  if (problem === null && others.length > 0)
    problems.push(...(await withBinary((binary) => runSome(others, true, binary))));
  const notRun = problem === null ? 0 : await countTests(others);

  const runs = results.map(({ file, wallMs, passed, assertions }): [string, LastRun] => [
    file,
    { seconds: Math.round(wallMs) / 1000, tests: passed, assertions },
  ]);
  await keep("files.json", { ...last, ...Object.fromEntries(runs) });
  if (options.profile) printProfile(results);
  const failed = results.filter((result) => result.failed > 0);
  if (failed.length > 0) console.log(`Failed:\n${failed.map(({ file }) => `  ${file}`).join("\n")}`);
  for (const one of problems) console.log(one);
  const sum = (count: (result: Result) => number) => results.reduce((all, result) => all + count(result), 0);
  const [passes, failures] = [
    sum((result) => result.passed),
    sum((result) => result.failed) + problems.length,
  ];
  const wallMs = performance.now() - started;
  console.log(
    `${results.length} files, ${sum((result) => result.assertions)} assertions, ${(wallMs / 1000).toFixed(1)} s, ${(cpuMs() / 60_000).toFixed(2)} CPU minutes`,
  );
  if (whole && problem === null && failures === 0 && process.env["DNSTOOLS_BUSY"] === undefined)
    await saveLevel(options.level, { files: results.length, tests: passes, wallMs, cpuMs: cpuMs() });
  console.log(`${passes} passed, ${failures} failed${notRun > 0 ? `, ${notRun} not run here` : ""}`);
  return failures === 0 && passes > 0 ? 0 : 1;
}

process.exit(await main());
