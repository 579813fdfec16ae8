import { writeFileSync } from "node:fs";
import { ADDRESSES } from "./plan.ts";
import { planServers, type ServerPlan } from "./servers.ts";

/** Runs inside the namespaces that lab/up made: brings the servers up, runs the command, takes its exit code. */
async function main(command: readonly string[]): Promise<never> {
  // A file system of the mount namespace: it is gone with it, however the lab ends.
  run("mount", "-t", "tmpfs", "tmpfs", FOLDER);
  run("ip", "link", "set", "lo", "up");
  for (const address of [ADDRESSES.leaf6, ...ADDRESSES.clients6]) {
    run("ip", "-6", "addr", "add", `${address}/128`, "dev", "lo", "nodad");
  }
  writeFileSync(`${FOLDER}/resolv.conf`, `nameserver ${ADDRESSES.resolver}\n`);
  run("mount", "--bind", `${FOLDER}/resolv.conf`, "/etc/resolv.conf");
  await Bun.udpSocket({ hostname: ADDRESSES.silent, port: 53, socket: { data() {} } });

  const plans = planServers(FOLDER);
  const servers = plans.map((plan) => ({ plan, process: start(plan) }));
  for (const { plan, process } of servers) {
    void process.exited.then((code) => giveUp(`${plan.name} ended with ${code}`, plan));
  }
  for (const plan of plans) for (const address of plan.addresses) await answering(plan, address);

  const child = Bun.spawn([...command], {
    stdio: ["inherit", "inherit", "inherit"],
    env: { ...process.env, DNSTOOLS_LAB: "1" },
  });
  const code = await child.exited;
  process.exit(code);
}

/** An ordinary folder of every Debian machine that this checkout is not in; what it holds outside stays untouched. */
const FOLDER =
  ["/media", "/mnt", "/srv"].find((folder) => !import.meta.dir.startsWith(`${folder}/`)) ?? "/media";
/** Milliseconds for the servers to answer. */
const READY_MS = 10_000;

function run(...command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command);
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr.toString().trim()}`);
}

function start(plan: ServerPlan) {
  return Bun.spawn([...plan.command], {
    stdout: Bun.file(`${FOLDER}/${plan.name}.log`),
    stderr: Bun.file(`${FOLDER}/${plan.name}.err`),
  });
}

async function giveUp(what: string, plan: ServerPlan): Promise<never> {
  const log = await Bun.file(`${FOLDER}/${plan.name}.err`)
    .text()
    .catch(() => "");
  console.error(`lab: ${what}\n${log.trim()}`);
  process.exit(4);
}

/** The bytes of `. IN NS`, id 1: any answer shows that the server is up. */
const PING = new Uint8Array([0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1]);

/** Resolves when a server answers anything at an address. */
async function answering(plan: ServerPlan, address: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = await Bun.udpSocket({
    hostname: address.includes(":") ? "::" : "0.0.0.0",
    socket: { data: () => resolve(), error() {} },
  });
  const ask = setInterval(() => socket.send(PING, 53, address), 20);
  const late = setTimeout(() => void giveUp(`${plan.name} does not answer at ${address}`, plan), READY_MS);
  await promise;
  clearInterval(ask);
  clearTimeout(late);
  socket.close();
}

void main(process.argv.slice(2));
