import { join } from "node:path";
import { parseOptions } from "./options.ts";

/**
 * The outer half of lab/up: enters namespaces of its own and starts the inner half there. It stays outside to pass on
 * what the user does to it, since unshare(1) is deaf to signals.
 */
async function main(args: readonly string[]): Promise<number> {
  const started = Date.now();
  const options = parseOptions(args);
  if ("problem" in options) {
    console.error(`lab/up: ${options.problem}`);
    console.error("usage: lab/up [--services=dns,rbl,web] [--rtt] [--no-ipv6] [CMD...]");
    return 2;
  }
  const root = process.getuid?.() === 0;
  const spaces = ["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];
  // Several users, since some servers refuse to be root: rbldnsd, later mail.
  const unshare = ["unshare", ...(root ? [] : ["--map-root-user", "--map-auto"]), ...spaces];
  // Where no user namespace is allowed, unshare --map-auto leaves a child that waits for ever: it is not asked there.
  const tries = [...(root ? [] : [["unshare", "--user", "true"]]), [...unshare, "true"]];
  for (const command of tries) {
    const { success, stderr } = Bun.spawnSync(command);
    if (success) continue;
    console.error(`lab/up: namespaces are not allowed here (${stderr.toString().trim()}).
As root this needs CAP_SYS_ADMIN (in a container: --privileged). As an ordinary user it needs unprivileged user
namespaces (on Ubuntu: sysctl kernel.apparmor_restrict_unprivileged_userns=0) and a range of at least 65536 ids for
the user in /etc/subuid and /etc/subgid. Or run it through sudo.`);
    return 3;
  }
  const lab = Bun.spawn([...unshare, process.execPath, join(import.meta.dir, "inside.ts"), ...args], {
    env: { ...process.env, LAB_STARTED: String(started) },
    // The pipe ends with this process, however it ends, and the lab with the pipe.
    stdio: ["inherit", "inherit", "inherit", "pipe"],
  });
  // A terminal's Ctrl-C reaches the command too: it decides. Other signals come to this process alone.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => lab.kill("SIGKILL"));
  return (await lab.exited) ?? 1;
}

process.exit(await main(process.argv.slice(2)));
