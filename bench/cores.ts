import { readdirSync } from "node:fs";
import { pin } from "./measure.ts";
import { treeOf } from "./processes.ts";
import { openQuota } from "./quota.ts";

/** Core on which the measured processes run. */
export const OURS = 0;
/** Core on which all other processes run, including the load generator. */
export const OTHERS = 1;

/**
 * Binds some processes and their descendants to the first core, and every other process of the lab to the second.
 */
export function apart(pids: readonly number[]): void {
  const ours = new Set(pids.flatMap(treeOf));
  for (const pid of readdirSync("/proc").map(Number)) if (pid > 0) pin(pid, ours.has(pid) ? OURS : OTHERS);
}

/**
 * Binds processes to the first core, as `apart` does. With a share below 1, limits them to that share of any core
 * instead, with priority over other processes of the machine; `using` removes the limit.
 * @throws if shares cannot be set, which needs root and cgroups
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
