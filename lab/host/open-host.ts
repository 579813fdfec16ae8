import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { hostRules } from "../network/firewall.ts";
import { OWN_RESOLVER } from "../plan/hosts.ts";
import { run, runWith } from "../support/run.ts";
import { openDoor } from "./door.ts";
import type { Environment, Place } from "./environment.ts";
import { ENVIRONMENTS, type EnvironmentName } from "./environments.ts";
import { hostEnd, internetEnd, LINK, lineOf, networkV6, routerEnd } from "./links.ts";
import { type Namespace, openNamespace } from "./namespace.ts";
import { startServer } from "./router-servers.ts";
import { outputRules, routerRules } from "./rules.ts";

/** A machine in the lab, in a network of its own behind a router. `await using` ends it. */
export type LabHost = AsyncDisposable & {
  /**
   * Returns the command line that runs a command on the host. The command sees the lab's files, except /run, and
   * replaces itself by what it runs, so that its process ID and its signals are those of the command.
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

/** The lab in which a host is opened: a process in the Internet's namespace, and the folders of files. */
export type LabPlace = { readonly internet: string; readonly run: string; readonly made: string };

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
  const resolver = environment.resolver?.(place) ?? OWN_RESOLVER;
  writeFileSync(`${place.folder}/resolv.conf`, `nameserver ${resolver}\n`);
  const router = opened.use(await openNamespace());
  const covered = `mount -t tmpfs tmpfs /run && mount --bind ${place.folder}/resolv.conf /etc/resolv.conf`;
  const host = opened.use(await openNamespace(covered));
  const internet = ["nsenter", "-t", lab.internet, "-n", "--"];
  await connect(place, environment, { router, host, internet });
  // The kernel would remove the line later, when the next host may already have this number.
  opened.defer(() => run(...internet, "ip", "link", "delete", lineOf(place)).then(() => {}));
  for (const server of (await environment.servers?.(place)) ?? []) {
    const child = await startServer(server, router, place.folder);
    opened.defer(() => end(child));
  }
  await runWith(hostRules(resolver, environment.nat64 ?? false), ...host.inside(["nft", "-f", "-"]));
  const late = await setAddresses(place, environment, host);
  opened.defer(() => end(late));
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

/** Returns the lab in which this process runs. */
function labHere(): LabPlace {
  const { LAB_INTERNET: internet, LAB_RUN: folder, LAB_MADE: made } = process.env;
  if (internet === undefined || folder === undefined || made === undefined)
    throw new Error("only in the lab: run bin/test, or lab/up CMD");
  return { internet, run: folder, made };
}

/** Number of hosts that fit into the addresses of the plan. */
const HOSTS_MAX = 254;

/** Takes the first number that no open host has, in this process or another one, with its addresses and its folder. */
function takePlace({ run: folder, made }: LabPlace): Place {
  mkdirSync(`${folder}/hosts`, { recursive: true });
  for (let number = 1; number <= HOSTS_MAX; number++) {
    const own = `${folder}/hosts/${number}`;
    try {
      mkdirSync(own);
    } catch {
      continue;
    }
    const at = (last: number) => `192.168.${number}.${last}`;
    return { number, gateway: at(1), v4: at(2), v6: `${networkV6(number)}::2`, folder: own, made };
  }
  throw new Error(`the lab has room for ${HOSTS_MAX} hosts`);
}

type Line = { readonly router: Namespace; readonly host: Namespace; readonly internet: readonly string[] };

/** Connects a host with its router and the router with the Internet, and gives both their rules. */
async function connect(place: Place, environment: Environment, line: Line): Promise<void> {
  const { router, host, internet } = line;
  const settings = ["net.ipv4.ip_forward=1", "net.ipv6.conf.all.forwarding=1", "net.ipv4.icmp_ratelimit=0"];
  await runWith(internetEnd(place, router.pid), ...internet, "ip", "-batch", "-");
  await run(...router.inside(["sysctl", "-qw", ...settings, "net.ipv6.icmp.ratelimit=0"]));
  await runWith(routerEnd(place, environment, host.pid), ...router.inside(["ip", "-batch", "-"]));
  await runWith(routerRules(environment), ...router.inside(["nft", "-f", "-"]));
  if (environment.output !== undefined)
    await runWith(outputRules(environment.output), ...host.inside(["nft", "-f", "-"]));
  if (environment.families?.includes("v6") === false)
    await run(...host.inside(["sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1"]));
  await run(...host.inside(["ip", "link", "set", "lo", "up"]));
}

/** Gives a host its addresses, or starts a process that does it later. */
async function setAddresses(
  place: Place,
  environment: Environment,
  host: Namespace,
): Promise<Bun.Subprocess | null> {
  const { connected } = environment;
  const lines = hostEnd(place, environment);
  if (connected === undefined) await runWith(lines, ...host.inside(["ip", "-batch", "-"]));
  else if (connected === "never") await run(...host.inside(["ip", "link", "set", LINK.host, "up"]));
  else {
    const later = ["sh", "-c", `sleep ${connected.afterS}; exec ip -batch -`];
    return Bun.spawn(host.inside(later), { stdio: [new Blob([lines]), "ignore", "inherit"] });
  }
  return null;
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
