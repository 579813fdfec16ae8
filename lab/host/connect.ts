import { run, runWith } from "../support/run.ts";
import type { Environment, Place } from "./environment.ts";
import { hostEnd, internetEnd, LINK, routerEnd } from "./links.ts";
import type { Namespace } from "./namespace.ts";
import { outputRules, routerRules } from "./rules.ts";

/** The namespaces of a host and its router, and the command that enters the Internet's. */
type Line = { readonly router: Namespace; readonly host: Namespace; readonly internet: readonly string[] };

/** Connects a host with its router and the router with the Internet, and gives both their rules. */
export async function connect(place: Place, environment: Environment, line: Line): Promise<void> {
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
export async function setAddresses(
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
