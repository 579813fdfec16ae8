import { addressesOf, holdersOf, parentOf, serversOf } from "./plan.ts";
import { delegationsOf, recordsOf } from "./records.ts";
import type { Host, PlanRecord, Zone } from "./shapes.ts";

/**
 * What a validating resolver makes of a zone: its answers are authenticated, or taken without; its signatures are
 * wrong and it gives SERVFAIL; or no server answers as it should and it gives SERVFAIL, or nothing in time.
 */
export type Fate = "secure" | "insecure" | "bogus" | "unanswered";

/** A zone's fate, from its own servers and signatures and those of the zones above it. */
export function fateOf(zone: Zone): Fate {
  const parent = parentOf(zone);
  const above: Fate = parent === null ? "secure" : fateOf(parent);
  if (above === "bogus" || above === "unanswered") return above;
  if (!serversOf(zone).some((host) => answers(zone, host))) return "unanswered";
  if (above === "insecure") return "insecure";
  if (zone.strayDs || zone.signing?.wrong === "expired" || zone.signing?.wrong === "wrong_ds") return "bogus";
  const linked = zone.signing !== undefined && (zone.signing.wrong ?? "soon") === "soon";
  return linked ? "secure" : "insecure";
}

/** Whether a patient client gets the zone's records from a server, be they late or after some tries. */
function answers(zone: Zone, host: Host): boolean {
  if (host.dead || zone.lame?.includes(host.name)) return false;
  switch (host.daemon) {
    case "nobody":
      return false;
    case "dnsdist":
      return !["servfail", "refused", "dropped"].includes(host.deviation);
    case "odd":
      return (
        ["no_edns", "mute", "no_tcp", "no_soa"].includes(host.deviation) || host.deviation.startsWith("axfr_")
      );
    default:
      return true;
  }
}

/** The addresses where a zone's records are given as they stand, at the first question. */
export function trueAddressesOf(zone: Zone): string[] {
  const servers = serversOf(zone).filter(
    (host) =>
      answers(zone, host) &&
      holdersOf(zone).has(host.daemon as never) &&
      host.lossPercent === undefined &&
      host.daemon !== zone.variant?.at,
  );
  return servers.flatMap(addressesOf);
}

/** Whether a zone has a server that is dead, lossy, slow, flaky or soon tired: a resolver may need long, or more than one try. */
export function isLate(zone: Zone): boolean {
  return serversOf(zone).some(
    (host) =>
      host.dead ||
      host.lossPercent !== undefined ||
      (host.daemon === "dnsdist" && ["slow", "flaky", "limited"].includes(host.deviation)),
  );
}

/** Whether a zone's servers give wrong addresses. */
export function isLying(zone: Zone): boolean {
  return serversOf(zone).some((host) => host.daemon === "dnsdist" && host.deviation === "lying");
}

/** All records of a name and type; `values` as `dig +nosplit` prints them, sorted. */
export type RrSet = {
  readonly owner: string;
  readonly type: string;
  /** One, unless the zone is wrong. */
  readonly ttls: readonly number[];
  readonly values: readonly string[];
};

/**
 * What a zone's servers answer with authority, by name and type; what lies at or below a delegation is left out, and
 * so is the SOA of a zone that tests change.
 */
export function rrSetsOf(zone: Zone): RrSet[] {
  const records = [...recordsOf(zone), ...delegationsOf(zone)].filter(
    ({ type }) => type !== "SOA" || zone.updates === undefined,
  );
  const apex = `${zone.name}.`;
  const cuts = records.filter(({ type, owner }) => type === "NS" && owner !== apex).map(({ owner }) => owner);
  const own = records.filter(
    ({ owner, type }) => !cuts.some((cut) => owner.endsWith(`.${cut}`) || (owner === cut && type !== "DS")),
  );
  const sets = Map.groupBy(own, ({ owner, type }) => `${owner.toLowerCase()} ${type}`);
  return [...sets.values()].map((set) => {
    const [{ owner, type }] = set as [PlanRecord];
    const ttls = [...new Set(set.map(({ ttl }) => ttl))].sort((a, b) => a - b);
    return { owner, type, ttls, values: set.map(({ rdata }) => rdata).sort() };
  });
}
