import type { DomainSeen, Said } from "@dnstools/core/domain/seen";
import type { DomainName } from "@dnstools/core/protocol/names";
import type { Zone } from "@dnstools/core/protocol/zone";
import type { Look } from "@dnstools/net";
import { NO_NAMES, reachZone, unasked, zoneSays } from "@dnstools/net/lookup/domain";
import { askEach, type Known, serversOf } from "@dnstools/net/lookup/zone";
import { TYPES } from "./seen.ts";

/** What the zone's servers say, and a way to ask them for addresses again. */
export type TruthSought = {
  readonly seen: DomainSeen;
  /** The zone's SOA as each server has it. */
  readonly versions: readonly Said[];
  /** Asks for A twice more: who gives each asker some of many addresses shows it. */
  readonly again: () => Promise<readonly Said[]>;
};

/** Addresses of a zone's servers that are asked: both of 13. A registry that has denied a name is asked at two. */
const SERVERS_MAX = 26;
const DENIED_MAX = 2;
const TRIES = 2;
/** Of a zone with many servers some are enough to see that answers vary. */
const TRIED_MAX = 4;

/** Asks every server of a name's zone for A, MX, TXT and SOA, all at the same time. */
export async function seekTruth(look: Look, name: DomainName): Promise<TruthSought> {
  const { zone, delegation, denied } = await reachZone(look, name);
  const known: Known = new Map();
  if (zone.kind !== "present") {
    const resolverAlive = zone.kind === "unknown" ? await look.resolverAlive() : null;
    const all = TYPES.map((type) => unasked(type, zone));
    const seen = { ...NO_NAMES, delegation, zone, resolverAlive, types: all };
    return { seen, versions: [], again: () => Promise.resolve([]) };
  }
  const most = denied ? DENIED_MAX : SERVERS_MAX;
  const says = (at: DomainName, type: (typeof TYPES)[number] | "SOA") =>
    zoneSays(look, zone.value, at, type, known, most);
  const [versions, ...said] = await Promise.all([
    says(zone.value.apex, "SOA"),
    ...TYPES.map((type) => says(name, type)),
  ]);
  const lost = said.every(({ outcome }) => outcome.kind === "unknown");
  const resolverAlive = lost ? await look.resolverAlive() : null;
  const seen = { ...NO_NAMES, delegation, zone, resolverAlive, types: said };
  return { seen, versions: versions.said, again: () => askAgain(look, zone.value, name, known) };
}

/** One time after the other: the same question at the same time is one question. */
async function askAgain(look: Look, zone: Zone, name: DomainName, known: Known): Promise<readonly Said[]> {
  const servers = serversOf(zone).slice(0, TRIED_MAX);
  const all: Said[] = [];
  for (let i = 0; i < TRIES; i++)
    all.push(...(await askEach(look, zone, servers, { name, type: "A" }, known)));
  return all;
}
