import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { hostRules } from "../network/firewall.ts";
import { OWN_RESOLVER } from "../plan/hosts.ts";
import { run, runWith } from "../support/run.ts";
import { connect, setAddresses } from "./connect.ts";
import { openDoor } from "./door.ts";
import type { Environment, LocalServer } from "./environment.ts";
import { ENVIRONMENTS, type EnvironmentName } from "./environments.ts";
import { lineOf } from "./links.ts";
import { startServer } from "./local-servers.ts";
import { type Namespace, openNamespace } from "./namespace.ts";
import { type LabPlace, labHere, takePlace } from "./place.ts";

/** A machine in the lab, in a network of its own behind a router. `await using` ends it. */
export type LabHost = AsyncDisposable & {
  /**
   * Returns the command line that runs a command on the host. The command sees the lab's files, except /run and
   * /dev/shm, and keeps its process ID, so that signals reach it.
   */
  readonly inside: (command: readonly string[]) => string[];
  /**
   * Opens a way to a server that listens at a port of the host's 127.0.0.1, such as the product, and returns the path of
   * a Unix socket which leads there: `fetch(url, { unix: path })`.
   */
  readonly doorTo: (port: number) => Promise<string>;
  /** Returns the number of packets that programs on the host have sent so far to addresses that are not public. */
  readonly escaped: () => Promise<number>;
};

/** Name of the file to which a host that ends adds the number of its packets that escaped. */
export const ESCAPED_FILE = "escaped";

/**
 * Opens a host in the lab. Any number of hosts, of the same environment too, can be open side by side.
 * @throws if a command is missing that the environment needs.
 */
export async function openHost(name: EnvironmentName, lab: LabPlace = labHere()): Promise<LabHost> {
  const environment: Environment = ENVIRONMENTS[name];
  for (const [command, packaged] of Object.entries(environment.needs ?? {}))
    if (Bun.which(command) === null) throw new Error(`${command} is missing (package ${packaged})`);
  const place = takePlace(lab);
  await using opened = new AsyncDisposableStack();
  opened.defer(() => rmSync(place.folder, { recursive: true }));
  const resolvers = environment.resolvers?.(place) ?? [OWN_RESOLVER];
  writeFileSync(`${place.folder}/resolv.conf`, resolvers.map((at) => `nameserver ${at}\n`).join(""));
  const router = opened.use(await openNamespace());
  const covers = ["mount -t tmpfs tmpfs /run", `mount --bind ${place.folder}/resolv.conf /etc/resolv.conf`];
  const host = opened.use(await openNamespace(covers));
  const internet = ["nsenter", "-t", lab.internet, "-n", "--"];
  await connect(place, environment, { router, host, internet });
  // The kernel would remove the line later, when the next host may already have this number.
  opened.defer(() => run(...internet, "ip", "link", "delete", lineOf(place)).then(() => {}));
  const start = async (servers: readonly LocalServer[], on: Namespace) => {
    for (const server of servers) {
      const child = await startServer(server, on, place.folder);
      opened.defer(() => end(child));
    }
  };
  await start((await environment.servers?.(place)) ?? [], router);
  await runWith(hostRules(resolvers, environment.nat64 ?? false), ...host.inside(["nft", "-f", "-"]));
  const late = await setAddresses(place, environment, host);
  opened.defer(() => end(late));
  await start(environment.own?.(place) ?? [], host);
  const escaped = () => escapedFrom(host);
  opened.defer(async () => appendFileSync(`${lab.run}/${ESCAPED_FILE}`, `${await escaped()}\n`));
  const kept = opened.move();
  const before = [...variables(environment.variables?.(place)), ...(environment.limit ?? [])];
  return {
    inside: (command) => host.inside([...before, ...command]),
    escaped,
    async doorTo(port) {
      const path = `${place.folder}/${port}.sock`;
      const door = await openDoor(path, port, host);
      kept.defer(() => end(door));
      return path;
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Returns the beginning of a command line that sets environment variables. */
function variables(all: Readonly<Record<string, string>> = {}): string[] {
  const set = Object.entries(all).map(([name, value]) => `${name}=${value}`);
  return set.length === 0 ? [] : ["env", ...set];
}

async function escapedFrom(host: Namespace): Promise<number> {
  const counter = await run(...host.inside(["nft", "list", "counter", "inet", "escapes", "escaped"]));
  return Number(/packets (\d+)/.exec(counter)?.[1]);
}

async function end(child: Bun.Subprocess | null): Promise<void> {
  child?.kill("SIGKILL");
  await child?.exited;
}
