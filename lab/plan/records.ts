import { LEAF } from "./hosts.ts";
import { addressesOf, childrenOf, delegatedOnly, HOSTS, isWithin, serversOf, zoneOf } from "./plan.ts";
import { reverseName } from "./reverse.ts";
import type { Host, PlanRecord, Zone } from "./shapes.ts";

const TTL = 300;
/** The SOA serial of the zones. It is constant, so every run of the lab gives the same answers. */
const SERIAL = 2026112001;

/** The data in which the two versions of a zone differ. */
type Version = { readonly records: string; readonly serial: number };

/**
 * Returns the authoritative records of a zone: SOA, NS, its own records, and the address or PTR records of hosts.
 */
export function recordsOf(
  zone: Zone,
  version: Version = { records: zone.records ?? "", serial: SERIAL },
): PlanRecord[] {
  const apex = absolute(zone.name);
  const nameServers = zone.ownServers ?? serversOf(zone).map((host) => host.name);
  const [primary = ""] = nameServers;
  const record = (owner: string, ttl: number, type: string, rdata: string) => ({ owner, ttl, type, rdata });
  return [
    record(
      apex,
      3600,
      "SOA",
      `${absolute(primary)} hostmaster.${zone.name === "" ? "root-servers.net." : apex} ${version.serial} 7200 3600 1209600 300`,
    ),
    ...nameServers.map((name) => record(apex, 3600, "NS", absolute(name))),
    ...parseRecords(zone, version.records),
    ...HOSTS.filter((host) => zoneOf(host.name) === zone && !host.recorded).flatMap((host) =>
      addressRecords(host),
    ),
    ...(zone.name.endsWith(".arpa") ? pointers(zone) : []),
  ];
}

/** First letter of the filler records' labels, and the first three octets of their addresses. */
const FILLER = { label: "h", address: [93, 184, 224] } as const;

/** Returns the filler records of a zone. Their only purpose is to make the zone large. */
export function fillerOf(zone: Zone): PlanRecord[] {
  const [a, b, c] = FILLER.address;
  return Array.from({ length: zone.filler ?? 0 }, (_, i) => ({
    owner: absolute(`${FILLER.label}${String(i + 1).padStart(4, "0")}.${zone.name}`),
    ttl: TTL,
    type: "A",
    rdata: `${a}.${b}.${c + (i >> 8)}.${i & 0xff}`,
  }));
}

/** Returns the NS and glue records with which a zone delegates its child zones, without DS records. */
export function delegationsOf(parent: Zone): PlanRecord[] {
  const children = childrenOf(parent);
  const glue = new Map(
    children
      .flatMap(serversOf)
      .filter((host) => isWithin(host.name, parent.name) && zoneOf(host.name) !== parent)
      .map((host) => [host.name, host]),
  );
  const delegation = (name: string, server: string) => ({
    owner: absolute(name),
    ttl: 86_400,
    type: "NS",
    rdata: absolute(server),
  });
  return [
    ...children.flatMap((child) => serversOf(child).map((host) => delegation(child.name, host.name))),
    ...delegatedOnly(parent).flatMap((name) => LEAF.map((server) => delegation(name, server))),
    ...[...glue.values()].flatMap((host) =>
      addressRecords(host, children.map((child) => child.glue?.[host.name]).find(Boolean)),
    ),
  ];
}

/** Formats records as a master file (RFC 1035 section 5). */
export function masterFile(records: readonly PlanRecord[]): string {
  return records.map(({ owner, ttl, type, rdata }) => `${owner} ${ttl} IN ${type} ${rdata}\n`).join("");
}

/**
 * Labels of additional names in each zone that is delegated but not in the plan. Benchmarks use these names to send
 * many different queries.
 */
export const DELEGATED_HOSTS = Array.from({ length: 30 }, (_, i) => `h${i + 1}`);

/** The master file, with names relative to the apex, of every zone that is delegated but not in the plan. */
export const DELEGATED_ZONE = `$TTL ${TTL}
@ 3600 SOA ${LEAF[0]}. hostmaster.labdns.net. ${SERIAL} 7200 3600 1209600 300
${LEAF.map((server) => `@ 3600 NS ${server}.\n`).join("")}@ A 93.184.215.90
www A 93.184.215.90
${DELEGATED_HOSTS.map((label) => `${label} A 93.184.215.90\n`).join("")}`;

/** Adds the trailing dot to a name, as in zone files and in the output of dig. */
export function absolute(name: string): string {
  return `${name}.`;
}

function parseRecords(zone: Zone, text: string): PlanRecord[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const parts = /^(\S+) (?:(\d+) )?([A-Z0-9]+) (.+)$/.exec(line);
    if (parts === null) throw new Error(`${zone.name}: not OWNER [TTL] TYPE RDATA: ${line}`);
    const [, owner = "", ttl, type = "", rdata = ""] = parts;
    return {
      owner: absolute(owner === "@" ? zone.name : `${owner}.${zone.name}`),
      ttl: ttl === undefined ? TTL : Number(ttl),
      type,
      rdata,
    };
  });
}

function addressRecords(host: Host, addresses: readonly string[] = addressesOf(host)): PlanRecord[] {
  return addresses.map((address) => ({
    owner: absolute(host.name),
    ttl: 3600,
    type: address.includes(":") ? "AAAA" : "A",
    rdata: address,
  }));
}

function pointers(zone: Zone): PlanRecord[] {
  return HOSTS.flatMap((host) => addressesOf(host).map((address) => ({ host, name: reverseName(address) })))
    .filter(({ name }) => zoneOf(name) === zone && zone.name !== "in-addr.arpa" && zone.name !== "ip6.arpa")
    .map(({ host, name }) => ({ owner: absolute(name), ttl: TTL, type: "PTR", rdata: absolute(host.name) }));
}
