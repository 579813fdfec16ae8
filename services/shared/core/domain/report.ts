import type { ShownType } from "../protocol/dns/record.ts";
import type { NameServer } from "../protocol/zone.ts";
import type { DomainData } from "./data.ts";
import { differencesOf } from "./differences.ts";
import { type DnssecJudged, isAnswered, judgeDnssec } from "./dnssec.ts";
import type { DomainSeen, DomainSight } from "./seen.ts";
import { deniedBy, existsBy, judge, type Verdict } from "./types.ts";

/** What is shown of a name, and what each type came to. */
export function readDomain(
  seen: DomainSight,
  name: string,
): DomainData & { readonly verdicts: ReadonlyMap<ShownType, Verdict>; readonly trust: DnssecJudged | null } {
  const zone = seen.zone?.kind === "present" ? seen.zone.value : null;
  const verdicts = new Map(seen.types.map((type) => [type.type, judge(type, name, zone?.apex ?? "")]));
  const shown = (servers: readonly NameServer[]) =>
    servers.map((server) => ({ ...server, addresses: [...server.addresses] }));
  const trust = judgeDnssec(seen, name);
  return {
    verdicts,
    trust,
    zone: zone?.apex ?? null,
    nameServers: zone === null ? null : shown(zone.nameServers),
    delegation: delegationData(seen.delegation),
    exchanges: seen.exchanges === null ? null : shown(seen.exchanges),
    types: Object.fromEntries([...verdicts].map(([type, verdict]) => [type, verdict.state])),
    records: Object.fromEntries([...verdicts].map(([type, verdict]) => [type, verdict.records])),
    // Where no server of the zone was asked, or none answered, nothing is known of differences.
    differences: isAnswered(seen) ? differencesOf(seen, name) : null,
    dnssec: trust?.data ?? null,
  };
}

/**
 * Who says that the name itself does not exist; null when nobody does, or when a server of the zone shows that it
 * does: some answer NXDOMAIN for the types they do not know (RFC 4074 4.2). The zone's word goes before the resolver's.
 */
export function whoDenies(seen: DomainSeen, name: string): string | null {
  const mode = seen.zone === null ? "resolver" : "authoritative";
  const said = seen.types.filter(({ source }) => source === mode);
  // Any server's word that it exists is enough: one that has lost a name must not take it from the others.
  const every = said.flatMap((type) => [type, ...type.said.map((one) => ({ ...type, ...one }))]);
  if (every.some((type) => existsBy(type, name))) return null;
  const own = said.find((type) => deniedBy(type, name));
  if (own !== undefined)
    return own.source === "resolver" ? "our resolver" : `the zone's server ${own.server?.name}`;
  const zone = seen.zone;
  const denied = zone?.kind === "absent" || (zone?.kind === "present" && zone.value.denied);
  return denied ? "our resolver" : null;
}

function delegationData(delegation: DomainSeen["delegation"]): DomainData["delegation"] {
  if (delegation === null) return null;
  const { parent, server, nameServers, ttl } = delegation;
  return {
    parent,
    server,
    nameServers: nameServers.map(({ name, glue }) => ({ name, glue: [...glue] })),
    ttl,
  };
}
