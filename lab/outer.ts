import { readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { namespaceProblem, unshareCommand } from "./namespaces-allowed.ts";

/** A lab as seen from the namespaces that it was started in. */
export type Lab = {
  /** What its command writes, where that was asked for. */
  readonly stdout: ReadableStream<Uint8Array> | null;
  /** Passes a signal on to its command; the lab ends within two seconds. */
  readonly signal: (name: "SIGTERM" | "SIGHUP") => void;
  /** The exit code of lab/inside.ts. */
  readonly exited: Promise<number>;
  /** The path by which this process reaches a file of the lab's own mounts. Only while the lab runs. */
  readonly pathOf: (inside: string) => string;
};

/** Why there can be no lab on this machine, and what to do about it; null where there can. */
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
 * Enters namespaces of their own and starts the inner half of lab/up there. The lab ends with this process, however this
 * process ends.
 * @param args lab/up's. @param domains of its --domains. @param stdout where what the command writes goes.
 */
export function openLab(args: readonly string[], domains: number, stdout: "inherit" | "pipe"): Lab {
  // bash is the first process of the new namespace since it buries the children that others leave behind.
  const first = ["bash", "-c", '"$@"; exit $?', "lab", process.execPath, join(import.meta.dir, "inside.ts")];
  const lab = Bun.spawn([...unshareCommand(), ...first, ...args], {
    // Signals go down this pipe. It ends with this process, however it ends, and the lab with it.
    stdio: ["inherit", stdout, "inherit", "pipe"],
    // The plan reads it, in every process of the lab.
    env: { ...process.env, LAB_DOMAINS: String(domains) },
  });
  const [, , , pipe] = lab.stdio;
  return {
    stdout: lab.stdout instanceof ReadableStream ? lab.stdout : null,
    signal: (name) => void writeSync(Number(pipe), `${name}\n`),
    exited: lab.exited,
    pathOf(inside) {
      // An ordinary user may look into the root of bash, and not into that of unshare, which took other rights.
      const children = readFileSync(`/proc/${lab.pid}/task/${lab.pid}/children`, "utf8");
      return `/proc/${children.trim().split(" ")[0]}/root${inside}`;
    },
  };
}
