import { readdirSync } from "node:fs";
import { pin } from "./measure.ts";
import { idleSeconds, treeOf } from "./processes.ts";

/** The core of what is measured, and that of the rest of the world, the load's too. */
export const OURS = 0;
export const OTHERS = 1;

/** Binds processes, with all below them, to the first core and every other process of the lab to the second. */
export function apart(pids: readonly number[]): void {
  const ours = new Set(pids.flatMap(treeOf));
  for (const pid of readdirSync("/proc").map(Number)) if (pid > 0) pin(pid, ours.has(pid) ? OURS : OTHERS);
}

/** Measures how much of both cores stays idle during some work, in percent. */
export async function idleDuring<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly idle: string }> {
  const before = [OURS, OTHERS].map(idleSeconds);
  const start = performance.now();
  const result = await work();
  const seconds = (performance.now() - start) / 1000;
  const [ours, others] = [OURS, OTHERS].map(
    (core, i) => (100 * (idleSeconds(core) - (before[i] ?? 0))) / seconds,
  );
  return {
    result,
    idle: `idle ${ours?.toFixed(0)} % of the product's core, ${others?.toFixed(0)} % of the other`,
  };
}
