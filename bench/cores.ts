import { readdirSync } from "node:fs";
import { pin } from "./measure.ts";
import { treeOf } from "./processes.ts";
import { openQuota } from "./quota.ts";

/** Core of the measured processes. */
export const OURS = 0;
/** Core of all other processes, including the load generator. */
export const OTHERS = 1;

/**
 * Binds some processes and their descendants to the first core, and every other process of the lab to the second.
 */
export function apart(pids: readonly number[]): void {
  const ours = new Set(pids.flatMap(treeOf));
  for (const pid of readdirSync("/proc").map(Number)) if (pid > 0) pin(pid, ours.has(pid) ? OURS : OTHERS);
}

/**
 * Gives processes the first core, as `apart` does, or, with a share below 1, that part of any core with priority
 * over other processes of the machine. `using` takes the share back.
 * @throws if shares cannot be given: that needs root and cgroups.
 */
export function place(pids: readonly number[], share: number): Disposable {
  if (share === 1) {
    apart(pids);
    return { [Symbol.dispose]() {} };
  }
  const quota = openQuota();
  if (quota === null) throw new Error("shares of a core need root and cgroups");
  quota.limit(pids, share);
  return quota;
}
