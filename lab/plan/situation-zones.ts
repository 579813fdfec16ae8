import { BIND, KNOT, LEAF } from "./hosts.ts";
import { absolute } from "./records.ts";
import type { PlanRecord } from "./shapes.ts";
import type { SituationDaemon, ZoneMaking } from "./situation-shapes.ts";
import { SITUATIONS } from "./situations.ts";

/** A zone of a situation, where it lies and who holds it. */
export type SituationZone = {
  readonly name: string;
  readonly making: ZoneMaking;
  readonly held: readonly SituationDaemon[];
  /** Who its parent says serves it: names, with the addresses of those that are its own. */
  readonly servers: readonly { readonly name: string; readonly address?: string }[];
  readonly children: readonly SituationZone[];
};

/** Who serves a zone below another, by depth: no process holds a zone and its parent. */
const BY_DEPTH: readonly (readonly [SituationDaemon, readonly string[]])[] = [
  ["bind", BIND],
  ["knot", KNOT],
  ["nsd-leaf", LEAF],
];

function zoneOf(name: string, making: ZoneMaking, depth: number): SituationZone {
  const [daemon, servers] = BY_DEPTH[depth] ?? ["bind", BIND];
  const both = making.second !== undefined;
  const named = making.servers ?? (both ? [BIND[0], KNOT[0]] : servers);
  return {
    name,
    making,
    held: making.held ?? (both ? ["bind", "knot"] : [daemon]),
    servers: named.map((server) => {
      const [label = "", address] = server.split("=", 2);
      return address === undefined ? { name: label } : { name: `${label}.${name}`, address };
    }),
    children: Object.entries(making.below ?? {}).map(([label, child]) =>
      zoneOf(`${label}.${name}`, child, depth + 1),
    ),
  };
}

/** The zones of the table, right below the one that has them all. */
export const SITUATION_ZONES: readonly SituationZone[] = SITUATIONS.map(({ name, making }) =>
  zoneOf(name, making, 0),
);

/** All of them, with those below. */
export const ALL_SITUATION_ZONES: readonly SituationZone[] = SITUATION_ZONES.flatMap(withChildren);

function withChildren(zone: SituationZone): SituationZone[] {
  return [zone, ...zone.children.flatMap(withChildren)];
}

/** The file of a zone below the folder of zones, as a process holds it. */
export function situationFile(zone: SituationZone, at: SituationDaemon): string {
  const version = zone.making.second !== undefined && at === "knot" ? "@knot" : "";
  return `situations/${zone.name}${version}.zone`;
}

/** What a process holds of them: names and files. */
export function situationsAt(
  daemon: SituationDaemon,
): readonly { readonly name: string; readonly file: string }[] {
  return ALL_SITUATION_ZONES.filter(({ held }) => held.includes(daemon)).map((zone) => ({
    name: zone.name,
    file: situationFile(zone, daemon),
  }));
}

/** What a parent says of who serves a zone, with glue. */
export function situationDelegation({ name, making, servers }: SituationZone): PlanRecord[] {
  if (making.undelegated) return [];
  return [
    ...servers.map((server) => record(name, 3600, "NS", absolute(server.name))),
    ...servers.flatMap((server) => addressRecord(server)),
  ];
}

/** Owner, TTL, type, rdata. */
const LINE = /^(\S+) (?:(\d+) )?([A-Z0-9]+) (.+)$/;
const SERIAL = 2026112001;

/** A zone's own records: those that all have, less what it is without, and its own. */
export function situationRecords({ name, servers }: SituationZone, making: ZoneMaking): PlanRecord[] {
  const nameServers = making.ownServers ?? servers.map((server) => server.name);
  const usual = [
    record(name, 3600, "SOA", `${nameServers[0]}. hostmaster.${name}. ${SERIAL} 7200 3600 1209600 300`),
    ...nameServers.map((server) => record(name, 3600, "NS", absolute(server))),
    ...servers.flatMap((server) => addressRecord(server)),
    ...parse(
      name,
      `@ A 93.184.222.1
@ MX 10 mail.${name}.
@ TXT "situation"
mail A 93.184.222.2
www A 93.184.222.3
alias CNAME www.${name}.
a.ent A 93.184.222.4
*.wild TXT "wild"`,
    ),
  ];
  const without = new Set(
    (making.without ?? []).map((set) => set.replace(/^\S+/, (owner) => under(name, owner))),
  );
  return [
    ...usual.filter(({ owner, type }) => !without.has(`${owner.slice(0, -1)} ${type}`)),
    ...parse(name, making.records ?? ""),
  ];
}

const under = (zone: string, owner: string) => (owner === "@" ? zone : `${owner}.${zone}`);

function parse(zone: string, lines: string): PlanRecord[] {
  return lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [, owner = "", ttl = "300", type = "", rdata = ""] = LINE.exec(line) ?? [];
      return record(under(zone, owner), Number(ttl), type, rdata);
    });
}

function addressRecord(server: { readonly name: string; readonly address?: string }): PlanRecord[] {
  const { name, address } = server;
  return address === undefined ? [] : [record(name, 3600, address.includes(":") ? "AAAA" : "A", address)];
}

function record(owner: string, ttl: number, type: string, rdata: string): PlanRecord {
  return { owner: absolute(owner), ttl, type, rdata };
}
