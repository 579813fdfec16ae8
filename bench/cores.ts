import { readdirSync } from "node:fs";
import { pin } from "./measure.ts";
import { treeOf } from "./processes.ts";
import { openQuota } from "./quota.ts";

/** The core of what is measured, and that of the rest of the world, the load's too. */
export const OURS = 0;
export const OTHERS = 1;

/** Binds processes, with all below them, to the first core and every other process of the lab to the second. */
export function apart(pids: readonly number[]): void {
  const ours = new Set(pids.flatMap(treeOf));
  for (const pid of readdirSync("/proc").map(Number)) if (pid > 0) pin(pid, ours.has(pid) ? OURS : OTHERS);
}

/**
 * Gives processes the first core, as `apart`; or, where they get a part of one, that part of any core, before all else that this
 * machine does. `using` takes it back. @throws where no shares can be given: it takes root and cgroups.
 */
export function place(pids: readonly number[], share: number): Disposable {
  if (share === 1) {
    apart(pids);
    return { [Symbol.dispose]() {} };
  }
  const quota = openQuota();
  if (quota === null) throw new Error("shares of a core take root and cgroups");
  quota.limit(pids, share);
  return quota;
}
