import { BIND, KNOT, LEAF } from "./hosts.ts";
import { absolute } from "./records.ts";
import type { PlanRecord } from "./shapes.ts";
import type { SituationDaemon, ZoneMaking } from "./situation-shapes.ts";
import { SITUATIONS } from "./situations.ts";

/** A zone of a situation, with its name servers and the processes that hold it. */
export type SituationZone = {
  readonly name: string;
  readonly making: ZoneMaking;
  readonly held: readonly SituationDaemon[];
  /** Name servers that the parent lists, with addresses if the server's name is inside the zone. */
  readonly servers: readonly { readonly name: string; readonly address?: string }[];
  readonly children: readonly SituationZone[];
};

/**
 * Default process and name servers of a zone, by its depth in a situation. No process holds both a zone and its
 * parent.
 */
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

/** The zones of the table that are directly below SITUATIONS_PARENT. */
export const SITUATION_ZONES: readonly SituationZone[] = SITUATIONS.map(({ name, making }) =>
  zoneOf(name, making, 0),
);

/** All zones of the table, including child zones. */
export const ALL_SITUATION_ZONES: readonly SituationZone[] = SITUATION_ZONES.flatMap(withChildren);

function withChildren(zone: SituationZone): SituationZone[] {
  return [zone, ...zone.children.flatMap(withChildren)];
}

/** Returns the path, inside the folder of zones, of the zone's file for this process. */
export function situationFile(zone: SituationZone, at: SituationDaemon): string {
  const version = zone.making.second !== undefined && at === "knot" ? "@knot" : "";
  return `situations/${zone.name}${version}.zone`;
}

/** Returns the names and files of the zones that a process holds. */
export function situationsAt(
  daemon: SituationDaemon,
): readonly { readonly name: string; readonly file: string }[] {
  return ALL_SITUATION_ZONES.filter(({ held }) => held.includes(daemon)).map((zone) => ({
    name: zone.name,
    file: situationFile(zone, daemon),
  }));
}

/** Returns the NS and glue records with which the parent delegates a zone. */
export function situationDelegation({ name, making, servers }: SituationZone): PlanRecord[] {
  if (making.undelegated) return [];
  return [
    ...servers.map((server) => record(name, 3600, "NS", absolute(server.name))),
    ...servers.flatMap((server) => addressRecord(server)),
  ];
}

/** Matches a line: owner, optional TTL, type and rdata. */
const LINE = /^(\S+) (?:(\d+) )?([A-Z0-9]+) (.+)$/;
const SERIAL = 2026112001;

/**
 * Returns the unsigned records of a zone: the records that all situations have, except those in `without`, and the
 * zone's own records.
 */
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
