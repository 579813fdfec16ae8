import { readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { namespaceProblem, unshareCommand } from "./namespaces-allowed.ts";

/** A lab, as seen from the namespaces in which it was started. */
export type Lab = {
  /** The command's output, if it was requested as a pipe; otherwise null. */
  readonly stdout: ReadableStream<Uint8Array> | null;
  /** Passes a signal on to the command. The lab ends within two seconds. */
  readonly signal: (name: "SIGTERM" | "SIGHUP") => void;
  /** Exit code of lab/inside.ts. */
  readonly exited: Promise<number>;
  /**
   * Returns the path by which this process reaches a file in the lab's own mounts. It is valid while the lab runs.
   */
  readonly pathOf: (inside: string) => string;
};

/** Returns why the lab cannot run on this machine and what to do about it; null if it can. */
export function labProblem(): string | null {
  const problem = namespaceProblem();
  return problem === null
    ? null
    : `namespaces are not allowed here (${problem}).
As root this needs CAP_SYS_ADMIN (in a container: --privileged). As an ordinary user it needs unprivileged user
namespaces (on Ubuntu: sysctl kernel.apparmor_restrict_unprivileged_userns=0) and a range of at least 65536 ids for
the user in /etc/subuid and /etc/subgid. Or run it through sudo.`;
}

/**
 * Creates namespaces and starts the inner part of lab/up in them. The lab ends with this process, however this
 * process ends.
 * @param args arguments of lab/up.
 * @param domains value of its --domains.
 * @param stdout where the command's output goes.
 */
export function openLab(args: readonly string[], domains: number, stdout: "inherit" | "pipe"): Lab {
  // bash is the first process of the new namespace, because it reaps orphaned processes.
  const first = ["bash", "-c", '"$@"; exit $?', "lab", process.execPath, join(import.meta.dir, "inside.ts")];
  const lab = Bun.spawn([...unshareCommand(), ...first, ...args], {
    // Signals are sent through this pipe. It closes when this process ends, however it ends, and then the lab ends
    // too.
    stdio: ["inherit", stdout, "inherit", "pipe"],
    // The plan reads this variable in every process of the lab.
    env: { ...process.env, LAB_DOMAINS: String(domains) },
  });
  const [, , , pipe] = lab.stdio;
  return {
    stdout: lab.stdout instanceof ReadableStream ? lab.stdout : null,
    signal: (name) => void writeSync(Number(pipe), `${name}\n`),
    exited: lab.exited,
    pathOf(inside) {
      // An ordinary user may access the root folder of bash, but not that of unshare, which has other privileges.
      const children = readFileSync(`/proc/${lab.pid}/task/${lab.pid}/children`, "utf8");
      return `/proc/${children.trim().split(" ")[0]}/root${inside}`;
    },
  };
}
