import type { ShownType } from "../protocol/dns/record.ts";
import type { NameServer } from "../protocol/zone.ts";
import type { DomainData } from "./data.ts";
import { differencesOf } from "./differences.ts";
import { type DnssecJudged, isAnswered, judgeDnssec } from "./dnssec.ts";
import type { DomainObservation, DomainSight } from "./observations.ts";
import { deniedBy, existsBy, judge, type TypeVerdict } from "./types.ts";

/** Returns the data about a name for the answer, with the verdict on each record type and on DNSSEC. */
export function readDomain(
  observed: DomainSight,
  name: string,
): DomainData & {
  readonly verdicts: ReadonlyMap<ShownType, TypeVerdict>;
  readonly trust: DnssecJudged | null;
} {
  const zone = observed.zone?.kind === "present" ? observed.zone.value : null;
  const verdicts = new Map(observed.types.map((type) => [type.type, judge(type, name, zone?.apex ?? "")]));
  const shown = (servers: readonly NameServer[]) =>
    servers.map((server) => ({ ...server, addresses: [...server.addresses] }));
  const trust = judgeDnssec(observed, name);
  return {
    verdicts,
    trust,
    zone: zone?.apex ?? null,
    nameServers: zone === null ? null : shown(zone.nameServers),
    delegation: delegationData(observed.delegation),
    exchanges: observed.exchanges === null ? null : shown(observed.exchanges),
    types: Object.fromEntries([...verdicts].map(([type, verdict]) => [type, verdict.state])),
    records: Object.fromEntries([...verdicts].map(([type, verdict]) => [type, verdict.records])),
    // If no server of the zone was queried or none answered, it is unknown whether they differ.
    differences: isAnswered(observed) ? differencesOf(observed, name) : null,
    dnssec: trust?.data ?? null,
  };
}

/**
 * Returns who denies the name itself, and how, as words for a sentence. Returns null if there was no denial or if a
 * server of the zone shows that the name exists: some servers answer NXDOMAIN for types that they do not know (RFC 4074
 * 4.2). The zone's servers take precedence over the resolver.
 */
export function denialOf(observed: DomainObservation, name: string): string | null {
  const mode = observed.zone === null ? "resolver" : "authoritative";
  const types = observed.types.filter(({ source }) => source === mode);
  // One server that knows the name is enough to show that the name exists, because another server may have lost the
  // name.
  const every = types.flatMap((type) => [type, ...type.replies.map((one) => ({ ...type, ...one }))]);
  if (every.some((type) => existsBy(type, name))) return null;
  const own = types.find((type) => deniedBy(type, name));
  if (own?.outcome.kind === "present") {
    const by = own.source === "resolver" ? "our resolver" : `the zone's name server ${own.server?.name}`;
    return `${by} answered ${own.outcome.value.rcode === "NXDOMAIN" ? "NXDOMAIN" : "NXNAME (RFC 9824)"}`;
  }
  const zone = observed.zone;
  const denied = zone?.kind === "absent" || (zone?.kind === "present" && zone.value.denied);
  return denied ? "our resolver answered NXDOMAIN" : null;
}

function delegationData(delegation: DomainObservation["delegation"]): DomainData["delegation"] {
  if (delegation === null) return null;
  const { parent, server, nameServers, ttl } = delegation;
  return {
    parent,
    server,
    nameServers: nameServers.map(({ name, glue }) => ({ name, glue: [...glue] })),
    ttl,
  };
}
