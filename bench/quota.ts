import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Limits processes to shares of a core. `using` removes the limits. */
export type Quota = Disposable & {
  /**
   * Limits some processes with all their threads to a share of a core in total, and gives them priority over other
   * processes up to that share.
   */
  readonly limit: (pids: readonly number[], share: number) => void;
};

const ROOT = "/sys/fs/cgroup";
/**
 * Scheduling period of a quota in microseconds. It is short, because a process that has used its quota is stopped for
 * the remaining period.
 */
const PERIOD_US = 10_000;

/** CPU weight relative to other processes, which makes the share available even on a busy machine. */
const WEIGHT = 20;

/**
 * Opens the cgroup controller; null if quotas cannot be set on this machine, which needs root and the cpu controller
 * of cgroups v1 or v2.
 */
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
        // A process that has exited is in no group.
        for (const pid of pids)
          if (existsSync(`/proc/${pid}`)) writeFileSync(join(parent, "cgroup.procs"), String(pid));
        rmdirSync(folder);
      }
    },
  };
}
