import { join } from "node:path";

/** Measures the time to start the lab and run the command `true` in it, as a median. Run as `bin/bench lab`. */
const ROUNDS = 10;
const UP = join(import.meta.dir, "../lab/up");

async function once(...options: string[]): Promise<number> {
  const start = performance.now();
  const child = Bun.spawn([UP, ...options, "true"], { stdout: "ignore", stderr: "inherit" });
  if ((await child.exited) !== 0) throw new Error(`lab/up ${options.join(" ")} failed`);
  return performance.now() - start;
}

async function measure(what: string, round: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const start = performance.now();
    await round();
    times.push(performance.now() - start);
  }
  const [low = 0, high = 0] = [Math.min(...times), Math.max(...times)];
  const median = times.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0;
  console.log(
    `${what.padEnd(24)} ${median.toFixed(0).padStart(5)} ms (${low.toFixed(0)} to ${high.toFixed(0)})`,
  );
}

await measure("dns alone", () => once("--services=dns"));
await measure("everything", () => once());
await measure("everything, --rtt", () => once("--rtt"));
await measure("two at once", () => Promise.all([once(), once()]));
await measure("four at once", () => Promise.all([once(), once(), once(), once()]));
