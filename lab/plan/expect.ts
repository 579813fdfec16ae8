import { addressesOf, holdersOf, parentOf, serversOf } from "./plan.ts";
import { delegationsOf, recordsOf } from "./records.ts";
import type { Host, PlanRecord, Zone } from "./shapes.ts";

/**
 * A validating resolver's result for a zone. "secure": the answers are authenticated. "insecure": the answers are
 * accepted without signatures. "bogus": validation fails with SERVFAIL. "unanswered": no server answers correctly, so
 * the resolver returns SERVFAIL or times out.
 */
export type Fate = "secure" | "insecure" | "bogus" | "unanswered";

/** Returns a zone's fate, which depends on its servers and signatures and on the zones above it. */
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

/**
 * Returns true if a patient client gets the zone's records from this server, perhaps late or after several attempts.
 */
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

/** Returns the addresses that answer correctly for the zone at the first attempt. */
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

/**
 * Returns true if the zone has a server that is dead, lossy, slow, flaky or rate-limited. A resolver may then need
 * more time or several attempts.
 */
export function isLate(zone: Zone): boolean {
  return serversOf(zone).some(
    (host) =>
      host.dead ||
      host.lossPercent !== undefined ||
      (host.daemon === "dnsdist" && ["slow", "flaky", "limited"].includes(host.deviation)),
  );
}

/** Returns true if the zone's servers return wrong addresses. */
export function isLying(zone: Zone): boolean {
  return serversOf(zone).some((host) => host.daemon === "dnsdist" && host.deviation === "lying");
}

/** All records of one name and type. `values` are as `dig +nosplit` prints them, sorted. */
export type RrSet = {
  readonly owner: string;
  readonly type: string;
  /** The different TTLs, in ascending order. A correct zone has one TTL for all records of a set. */
  readonly ttls: readonly number[];
  readonly values: readonly string[];
};

/**
 * Returns the authoritative record sets of a zone. Names below a delegation are left out, and so is the SOA of a zone
 * that tests change.
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
