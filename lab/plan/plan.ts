import type { Host, Zone, ZoneDaemon } from "./shapes.ts";
import { ZONES } from "./zones.ts";

/** All zones, by name. */
export const ZONE: ReadonlyMap<string, Zone> = new Map(ZONES.map((zone) => [zone.name, zone]));

/** All hosts of the lab's Internet. */
export const HOSTS: readonly Host[] = ZONES.flatMap((zone) => [
  ...zone.servers.filter((server) => typeof server !== "string"),
  ...(zone.hosts ?? []),
]);

const HOST = new Map(HOSTS.map((host) => [host.name, host]));

/** Returns the host with this name. @throws if the plan has no such host. */
export function hostOf(name: string): Host {
  const host = HOST.get(name);
  if (host === undefined) throw new Error(`the plan has no host ${name}`);
  return host;
}

/** Returns a host's IPv4 address, or its IPv6 address if it has no IPv4 address. */
export function addressOf(name: string): string {
  const { v4, v6 } = hostOf(name);
  return v4 ?? v6 ?? "";
}

/** Returns all addresses of a host. */
export function addressesOf(host: Host): string[] {
  return [host.v4, host.v6].filter((address) => address !== undefined);
}

/** Returns the hosts on which a server process listens. */
export function hostsOf<D extends Host["daemon"]>(daemon: D): (Host & { daemon: D })[] {
  return HOSTS.filter((host): host is Host & { daemon: D } => host.daemon === daemon);
}

/** Returns the names that a zone delegates although the plan has no zones for them. */
export function delegatedOnly(parent: Zone): string[] {
  return (parent.delegates ?? []).map((label) => `${label}.${parent.name}`).filter((name) => !ZONE.has(name));
}

/** Returns a zone's name servers, as its parent lists them. */
export function serversOf(zone: Zone): Host[] {
  return zone.servers.map((server) => (typeof server === "string" ? hostOf(server) : server));
}

/** Returns the server processes that hold a zone. */
export function holdersOf(zone: Zone): ReadonlySet<ZoneDaemon> {
  const holders = serversOf(zone)
    .filter((host) => !zone.lame?.includes(host.name))
    .map((host) => ("behind" in host ? host.behind : host.daemon));
  const held = holders.filter((daemon) => daemon !== "nobody" && daemon !== "unbound") as ZoneDaemon[];
  return new Set([...held, ...(zone.heldBy ?? [])]);
}

/** Returns the closest zone at or above a name. */
export function zoneOf(name: string): Zone {
  for (let at = name; ; at = above(at)) {
    const zone = ZONE.get(at);
    if (zone !== undefined) return zone;
  }
}

/** Returns the zone that delegates a zone; null for the root. */
export function parentOf(zone: Zone): Zone | null {
  return zone.name === "" ? null : zoneOf(above(zone.name));
}

/** Returns the zones that a zone delegates. */
export function childrenOf(parent: Zone): Zone[] {
  return ZONES.filter((zone) => parentOf(zone) === parent);
}

function above(name: string): string {
  const dot = name.indexOf(".");
  return dot === -1 ? "" : name.slice(dot + 1);
}

/** Returns true if a name is equal to a zone's name or below it. */
export function isWithin(name: string, zone: string): boolean {
  return zone === "" || name === zone || name.endsWith(`.${zone}`);
}
