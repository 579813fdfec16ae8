import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Shares of a core for processes. `using` gives back what was taken from them. */
export type Quota = Disposable & {
  /** Gives some processes, with all their threads, so much of a core together and no more; up to that they go before whatever else runs. */
  readonly limit: (pids: readonly number[], share: number) => void;
};

const ROOT = "/sys/fs/cgroup";
/** Microseconds in which a share is given anew: short, so that nobody stands still for long. */
const PERIOD_US = 10_000;

/** Times the weight of what else runs: on a machine that others use as well, the share is there. */
const WEIGHT = 20;

/** Null where this machine gives no quotas: it takes root, and the cpu controller of either version. */
export function openQuota(): Quota | null {
  const old = existsSync(`${ROOT}/cpu/cpu.cfs_quota_us`);
  const parent = old ? `${ROOT}/cpu` : ROOT;
  const made: { readonly folder: string; readonly pids: readonly number[] }[] = [];
  try {
    if (!old) writeFileSync(`${ROOT}/cgroup.subtree_control`, "+cpu");
    const trial = join(parent, `dnstools-bench-${process.pid}`);
    mkdirSync(trial);
    rmdirSync(trial);
  } catch {
    return null;
  }
  return {
    limit(pids, share) {
      const folder = join(parent, `dnstools-bench-${process.pid}-${pids[0]}`);
      mkdirSync(folder);
      made.push({ folder, pids });
      const us = Math.round(share * PERIOD_US);
      if (old) {
        writeFileSync(join(folder, "cpu.cfs_period_us"), String(PERIOD_US));
        writeFileSync(join(folder, "cpu.cfs_quota_us"), String(us));
        writeFileSync(join(folder, "cpu.shares"), String(1024 * WEIGHT));
      } else {
        writeFileSync(join(folder, "cpu.max"), `${us} ${PERIOD_US}`);
        writeFileSync(join(folder, "cpu.weight"), String(100 * WEIGHT));
      }
      for (const pid of pids) writeFileSync(join(folder, "cgroup.procs"), String(pid));
    },
    [Symbol.dispose]() {
      for (const { folder, pids } of made) {
        // A process that has ended is in none any longer.
        for (const pid of pids)
          if (existsSync(`/proc/${pid}`)) writeFileSync(join(parent, "cgroup.procs"), String(pid));
        rmdirSync(folder);
      }
    },
  };
}
