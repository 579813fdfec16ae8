import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { namespaceProblem } from "@dnstools/lab/namespaces-allowed";
import type { FileRun } from "./worker.ts";

export const ROOT = join(import.meta.dir, "../..");

/** The result of one test file: the counts in Bun's summary, and the time and CPU of the run. */
export type Result = FileRun & {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly assertions: number;
};

/** CPU milliseconds of the processes that `run` has started and that have exited. */
let childrenMs = 0;
export const cpuMs = () => childrenMs + process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000;

/** Running child processes. A signal that ends this process also ends them. */
export const running = new Set<Bun.Subprocess>();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    for (const child of running) child.kill("SIGTERM");
    process.exit(130);
  });

/** Runs a command in this terminal. @returns its exit code. */
export async function run(command: readonly string[], env = process.env): Promise<number> {
  const child = Bun.spawn([...command], { cwd: ROOT, env, stdio: ["ignore", "inherit", "inherit"] });
  await child.exited;
  childrenMs += Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000;
  return child.exitCode ?? 1;
}

/** Returns why the lab cannot be used on this machine, as a text for the user; null if the lab can be used. */
export function labProblem(): string | null {
  if (process.platform !== "linux") return "The lab needs Linux.";
  const problem = namespaceProblem();
  if (problem === null) return null;
  const remedy =
    process.getuid?.() === 0
      ? 'Start the container with "docker run --privileged" or "podman run --privileged".'
      : "Run it as root, or see lab/README.md for what an ordinary user needs.";
  return `The lab needs namespaces, and unshare says: ${problem.split("\n")[0]} ${remedy}`;
}

/** Environment variables of this machine that must not affect the tests. */
const FOREIGN = /^(NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|FORCE_COLOR|(https?|all)_proxy)$/i;

/** Returns the environment of the tests. @param binary the product's binary, if the tests start it. */
export function testEnvironment(binary: string | null): Record<string, string | undefined> {
  const kept = Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)));
  return { ...kept, CI: "1", NO_COLOR: "1", ...(binary === null ? {} : { DNSTOOLS_BINARY: binary }) };
}

/**
 * Builds the product's binary, as in the image, and passes its path to `work`. Tests start the product hundreds of
 * times, and the binary is ready in a third of the time. The build downloads a runtime from the package registry,
 * which the lab does not have.
 */
export async function withBinary<T>(work: (binary: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-binary-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on("exit", remove);
  const binary = join(folder, "dnstools");
  try {
    const { REVISION: _, TARGETARCH: __, ...env } = process.env;
    const quiet = (words: readonly string[]) => ["sh", "-c", 'exec "$@" >/dev/null', "sh", ...words];
    if ((await run(quiet([process.execPath, "deploy/image/binary.ts", binary]), env)) !== 0)
      throw new Error("The product's binary could not be built.");
    if ((await run(quiet([binary, "--version"]))) !== 0)
      throw new Error(
        `The product's binary cannot be run from ${folder}: set TMPDIR to a folder whose programs may be run.`,
      );
    return await work(binary);
  } finally {
    remove();
  }
}

export type Plan = {
  /** The test files, in the order in which they are started. */
  readonly files: readonly string[];
  /** True if each worker runs in a lab. */
  readonly inLab: boolean;
  /** Arguments that are passed on to `bun test`. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onResult: (result: Result) => void;
};

/** Number of workers. Tests wait for servers half of the time, and a lab has a few dozen processes. */
const WORKERS = Math.min(8, 2 * availableParallelism());

/**
 * Runs test files, some of them at once, with each worker in a lab of its own.
 * @returns problems other than failed tests, such as packets to addresses that are not public.
 */
export async function runFiles(plan: Plan): Promise<readonly string[]> {
  // The first lab creates keys and zones, which the other labs reuse.
  if (plan.inLab && (await run([join(ROOT, "lab/up"), "true"])) !== 0) return ["The lab does not start."];
  const waiting = [...plan.files];
  const problems: string[] = [];
  const workers = Array.from({ length: Math.min(WORKERS, waiting.length) }, async () => {
    while (waiting.length > 0) problems.push(...(await runWorker(plan, waiting)));
  });
  await Promise.all(workers);
  return problems;
}

/** Starts a worker, and passes files to it until none is left or the worker ends. */
async function runWorker(plan: Plan, waiting: string[]): Promise<readonly string[]> {
  const worker = [process.execPath, join(import.meta.dir, "worker.ts")];
  const command = plan.inLab ? [join(ROOT, "lab/up"), ...worker] : worker;
  const child = Bun.spawn(command, { cwd: ROOT, env: { ...plan.env }, stdio: ["pipe", "pipe", "pipe"] });
  running.add(child);
  const said = child.stderr.text();
  const lines = createInterface({ input: Readable.fromWeb(child.stdout as never) })[Symbol.asyncIterator]();
  const problems: string[] = [];
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    child.stdin.write(`${JSON.stringify([...plan.args, `./${file}`])}\n`);
    child.stdin.flush();
    const { value, done } = await lines.next();
    if (done) {
      problems.push(`${file}: its worker ended.`);
      break;
    }
    plan.onResult(readResult(file, JSON.parse(value)));
  }
  await child.stdin.end();
  const code = await child.exited;
  running.delete(child);
  childrenMs += Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000;
  if (code !== 0) problems.push(`A worker ended with ${code}. ${(await said).trim()}`.trim());
  return problems;
}

/** Reads the result of a file. A run without Bun's summary has failed, and so has a run with a skipped test. */
function readResult(file: string, run: FileRun): Result {
  const count = (word: string) => Number(new RegExp(`^ *(\\d+) ${word}$`, "m").exec(run.output)?.[1] ?? 0);
  const ended = /^Ran \d+ tests? across 1 file/m.test(run.output);
  const failed = count("fail") + count("skip") + count("todo") + count("errors?");
  const assertions = count("expect\\(\\) calls");
  // With -t, a file without a matching test has not failed.
  const nothing = NOTHING_RUN.test(run.output);
  const odd = !nothing && (!ended || (run.code !== 0 && failed === 0));
  return { ...run, file, passed: count("pass"), failed: failed + (odd ? 1 : 0), assertions };
}

/** Bun's message if no test matches -t; Bun then exits with 1. */
const NOTHING_RUN = /matched 0 tests.*skipping (\d+) tests?/;

/** Counts the tests of files without running any. @throws if Bun does not report the number. */
export async function countTests(files: readonly string[]): Promise<number> {
  let tests = 0;
  for (const file of files) {
    // The pattern matches no name, so Bun reports how many tests it skipped.
    const child = Bun.spawn([process.execPath, "test", "-t", "^\\b$no test", `./${file}`], {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const said = await child.stderr.text();
    const [, count] = NOTHING_RUN.exec(said) ?? [];
    if (count === undefined) throw new Error(`${file}: its tests could not be counted: ${said}`);
    tests += Number(count);
  }
  return tests;
}

/** Folder for the results of the last runs, which the table shows and which determine the order of the next run. */
const KEPT = join(ROOT, ".tools/suite");

/** Writes a value to a file in `KEPT`, if the checkout is writable. */
export async function keep(name: string, value: unknown): Promise<void> {
  try {
    mkdirSync(KEPT, { recursive: true });
    const part = join(KEPT, `${name}.${process.pid}`);
    await Bun.write(part, `${JSON.stringify(value)}\n`);
    renameSync(part, join(KEPT, name));
  } catch {
    // The write fails if the checkout belongs to another user. The next run then orders its files by size.
  }
}

/** Reads a value that `keep` wrote; null if the file is missing or cannot be read. */
export async function kept<T>(name: string): Promise<T | null> {
  try {
    return (await Bun.file(join(KEPT, name)).json()) as T;
  } catch {
    return null;
  }
}
