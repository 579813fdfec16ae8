import { readFileSync } from "node:fs";

/** Returns the median of some values; for an even number of values, the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return (at((values.length - 1) >> 1) + at(values.length >> 1)) / 2;
}

/** Returns how many rounds to measure: in the quick form of the report (BENCH_QUICK=1) a fifth, else all. */
export function roundsOf(usual: number): number {
  return process.env["BENCH_QUICK"] === "1" ? Math.max(1, Math.round(usual / 5)) : usual;
}

/** Returns the milliseconds that some work takes. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Formats a goal, and whether it was reached. */
export function goal(text: string, kept: boolean): string {
  return `(goal ${text}: ${kept ? "kept" : "MISSED"})`;
}

/** Returns the user and system time of a process in seconds (proc(5): fields 14 and 15, in ticks of 10 ms). */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Returns the resident memory of a process in megabytes. */
export function memoryMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** Returns the highest resident memory that a process ever had, in megabytes. */
export function peakMemoryMb(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** Binds a process with all its threads to a core. */
export function pin(pid: number, core: number): void {
  Bun.spawnSync(["taskset", "-a", "-p", "-c", String(core), String(pid)]);
}

/**
 * Runs a command on a core, or on any core for null, and returns its standard output.
 * @throws if the command fails.
 */
export async function runOn(core: number | null, ...command: readonly string[]): Promise<string> {
  const where = core === null ? [] : ["taskset", "-c", String(core)];
  const child = Bun.spawn([...where, ...command], { stdout: "pipe", stderr: "pipe" });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`${command[0]}: ${out}${err}`);
  return out;
}
