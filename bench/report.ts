import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, release, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build, checkOut, describeHere, resolveCommit } from "./checkout.ts";
import { type Figure, readFigures } from "./figures.ts";
import type { Side } from "./quick-sides.ts";
import type { Results } from "./report-goals.ts";
import { writePage } from "./report-page.ts";
import { KEPT, PARTS, type Part } from "./report-parts.ts";
import { minutes, reasonIn, secondsLeft } from "./report-progress.ts";
import { createRunner } from "./runner.ts";

/**
 * `bin/bench report [--quick] [--against COMMIT]` runs the benches of PARTS one after the other, each in a lab, collects
 * their figures, and writes the report: bench/report.md after a whole run, and else into a temporary folder. It ends within 30 minutes, or five with --quick:
 * what a slow machine has no time for is reported as not measured.
 */
const ROOT = join(import.meta.dir, "..");
/** Text about what falls short, which people write; the report includes it. */
const NOTES = join(ROOT, "bench/report/notes.md");
const BUDGET_S = { whole: 29 * 60, quick: 285 };
/** How much longer than on an idle machine a part may take. */
const PATIENCE = 3;
/** The share of its planned time that each later part keeps, however long an earlier one takes. */
const RESERVED = 0.5;
/** Seconds that a part needs to end after it was told to. */
const END_S = 10;
const USAGE = "usage: bin/bench report [--quick] [--against COMMIT]";
const PACKAGES =
  "dnsperf dnsdist dnsrecon dnsenum fierce sslscan testssl.sh openssl whois curl spf-tools-python unbound nginx-light";

/** Tools that report-install.sh installs, if it can, by their folders in .tools. */
const INSTALLED = ["checkdmarc-6.0.4", "sslyze-6.3.1", "dnsviz-0.11.2", "zdns-2"];
/** The parts that compare builds, with the number of builds without which they cannot run. */
const COMPARED: Readonly<Record<string, number>> = { against: 2, memory: 1 };

const startMs = Date.now();
const startLoad = loadavg();
const used = () => (Date.now() - startMs) / 1000;
const figures = new Map<string, readonly Figure[]>();
const reasons = new Map<string, string>();
let interrupted = false;
let running: Bun.Subprocess | null = null;

async function main(quick: boolean, against: string | null): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      interrupted = true;
      running?.kill("SIGTERM");
    });
  await using ends = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "dnstools-report-"));
  // nginx's workers run as another user, and need access to the files in this folder.
  chmodSync(folder, 0o711);
  ends.defer(() => rmSync(folder, { recursive: true }));
  const sides = await buildSides(folder, against, ends);
  for (const [at, one] of PARTS.entries()) {
    const reason =
      quick && one.seconds.quick === null
        ? "only without --quick"
        : await runPart(at, one, folder, sides, quick);
    if (reason !== null) reasons.set(one.name, reason);
  }
  for (const [name, takes] of Object.entries(KEPT)) {
    const file = join(ROOT, `bench/${name}.jsonl`);
    if (existsSync(file)) figures.set(name, readFigures(readFileSync(file, "utf8")));
    else reasons.set(name, `run \`bin/bench ${name}\`, which takes ${takes}`);
  }
  write({ figures, reasons }, quick, against);
}

/** Builds this checkout and the other commit. Without a build, parts that need it are not measured. */
async function buildSides(
  folder: string,
  against: string | null,
  ends: AsyncDisposableStack,
): Promise<readonly Side[]> {
  const run = createRunner();
  const sides: Side[] = [];
  const miss = (reason: string) => {
    for (const part of Object.keys(COMPARED)) reasons.set(part, reason);
  };
  if (against === null) miss("no other commit was given (--against)");
  const add = async (name: string, root: string) => {
    const file = join(folder, `dnstools-${sides.length}`);
    await build(root, file, run);
    sides.push({ name, root, command: [file] });
  };
  try {
    await add(`this ${describeHere()}`, ROOT);
    if (against !== null) await add(against, ends.use(await checkOut(resolveCommit(against), run)).root);
  } catch (error) {
    console.error(String(error));
    miss(`${sides.length === 0 ? "this checkout" : "the other commit"} could not be built`);
  }
  return sides;
}

/** Runs a part, and keeps its figures. @returns why figures may be missing; null if it ended well. */
async function runPart(
  at: number,
  { name, lab, run: [file = "", ...args] }: Part,
  folder: string,
  sides: readonly Side[],
  quick: boolean,
): Promise<string | null> {
  if (interrupted) return "the report was interrupted";
  if (sides.length < (COMPARED[name] ?? 0)) return reasons.get(name) ?? null;
  const form = quick ? "quick" : "whole";
  const left = BUDGET_S[form] - used() - END_S;
  const plans = PARTS.map(({ seconds }) => seconds[form] ?? 0);
  const planned = plans[at] ?? 0;
  const reserved = RESERVED * plans.slice(at + 1).reduce((sum, seconds) => sum + seconds, 0);
  const limit = Math.min(left - reserved, Math.max(30, PATIENCE * planned));
  if (limit < planned / 3) return "no time was left";
  const later = secondsLeft(plans, at, used(), left);
  console.error(
    `[${at + 1} of ${PARTS.length}] ${name}: ${minutes(used())} used, about ${minutes(later)} left`,
  );
  const lines = join(folder, `${at}.jsonl`);
  const log = join(folder, `${at}.log`);
  const endAt = String(Math.round(Date.now() + 1000 * Math.min(limit - END_S, planned)));
  const words = args.map((word) =>
    word === "SIDES" ? JSON.stringify(sides) : word === "END" ? endAt : word,
  );
  running = Bun.spawn([join(ROOT, "lab/up"), ...lab, process.execPath, join("bench", file), ...words], {
    cwd: ROOT,
    env: { ...process.env, BENCH_FIGURES: lines, BENCH_QUICK: quick ? "1" : "", TMPDIR: folder },
    stdio: ["ignore", Bun.file(log), Bun.file(log)],
  });
  const { pid } = running;
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    process.kill(pid, "SIGTERM");
  }, limit * 1000);
  const code = await running.exited;
  clearTimeout(timer);
  running = null;
  if (existsSync(lines)) figures.set(name, readFigures(readFileSync(lines, "utf8")));
  if (interrupted) return "the report was interrupted";
  if (late) return `it did not end within ${minutes(limit)}`;
  if (code === 0) return null;
  const reason = reasonIn(readFileSync(log, "utf8"));
  console.error(`${name}: ${reason}`);
  return reason;
}

function write(results: Results, quick: boolean, against: string | null): void {
  const load = (values: readonly number[]) => values.map((value) => value.toFixed(1)).join(", ");
  const debian = Bun.spawnSync(["dpkg-query", "-W", ...PACKAGES.split(" ")]).stdout.toString();
  const installed = INSTALLED.filter((name) => existsSync(join(ROOT, ".tools", name)));
  const others = installed.map((name) => `, ${name.replace("-", " ")}`).join("");
  const facts = [
    [
      "date",
      `${new Date(startMs).toISOString().slice(0, 16).replace("T", " ")} UTC, ${minutes(used())} ${quick ? "(quick form)" : ""}`,
    ],
    ["commit", describeHere()],
    ["processor", `${cpus()[0]?.model ?? "unknown"}, ${cpus().length} cores`],
    ["memory", `${(totalmem() / 2 ** 30).toFixed(1)} GB`],
    ["kernel", `Linux ${release().split("-")[0]}`],
    ["load average", `${load(startLoad)} at the start, ${load(loadavg())} at the end`],
    [
      "versions",
      `Bun ${Bun.version}, ${debian.trim().replaceAll("\t", " ").replaceAll("\n", ", ")}${others}`,
    ],
  ] as const;
  const notes = readFileSync(NOTES, "utf8");
  const { text, plots } = writePage(results, { facts, notes, against });
  const isWhole = !quick && !interrupted;
  const base = isWhole ? join(ROOT, "bench") : mkdtempSync(join(tmpdir(), "dnstools-report-"));
  mkdirSync(join(base, "report"), { recursive: true });
  for (const [file, plot] of Object.entries(plots)) writeFileSync(join(base, "report", file), plot);
  writeFileSync(join(base, "report.md"), text);
  console.error(`${isWhole ? "bench" : base}/report.md, after ${minutes(used())}`);
}

function readArguments(): { readonly quick: boolean; readonly against: string | null } {
  try {
    const options = { quick: { type: "boolean" }, against: { type: "string" } } as const;
    const { quick = false, against } = parseArgs({ options }).values;
    return { quick, against: against === undefined ? null : resolveCommit(against).slice(0, 8) };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    process.exit(2);
  }
}

const { quick, against } = readArguments();
await main(quick, against);
process.exit(interrupted ? 1 : 0);
