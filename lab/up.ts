import { writeSync } from "node:fs";
import { join } from "node:path";
import { namespaceProblem, unshareCommand } from "./namespaces-allowed.ts";
import { parseOptions, USAGE } from "./options.ts";

/**
 * The outer half of lab/up: enters namespaces of its own and starts the inner half there. It stays outside to pass on
 * what the user does to it, since unshare(1) is deaf to signals.
 */
async function main(args: readonly string[]): Promise<number> {
  const options = parseOptions(args);
  if ("problem" in options) {
    console.error(`lab/up: ${options.problem}`);
    console.error(USAGE);
    return 2;
  }
  const problem = namespaceProblem();
  if (problem !== null) {
    console.error(`lab/up: namespaces are not allowed here (${problem}).
As root this needs CAP_SYS_ADMIN (in a container: --privileged). As an ordinary user it needs unprivileged user
namespaces (on Ubuntu: sysctl kernel.apparmor_restrict_unprivileged_userns=0) and a range of at least 65536 ids for
the user in /etc/subuid and /etc/subgid. Or run it through sudo.`);
    return 3;
  }
  // bash is the first process of the new namespace since it buries the children that others leave behind.
  const first = ["bash", "-c", '"$@"; exit $?', "lab", process.execPath, join(import.meta.dir, "inside.ts")];
  const lab = Bun.spawn([...unshareCommand(), ...first, ...args], {
    // Signals go down this pipe. It ends with this process, however it ends, and the lab with it.
    stdio: ["inherit", "inherit", "inherit", "pipe"],
    // The plan reads it, in every process of the lab.
    env: { ...process.env, LAB_DOMAINS: String(options.domains) },
  });
  const [, , , pipe] = lab.stdio;
  // A terminal's Ctrl-C reaches the command too, and it decides. The others come to this process alone.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => void writeSync(Number(pipe), `${signal}\n`));
  return lab.exited;
}

process.exit(await main(process.argv.slice(2)));
