import type { DomainName } from "@dnstools/core/protocol/names";
import type { NetSession } from "@dnstools/net";
import { type Reached, reachZone } from "@dnstools/net/lookup/reach";
import type { SectionSessions } from "./sections.ts";
import { askServers, readFirst, type ServerQuery } from "./servers.ts";

/** The domain of a call, its zone, and the first answers of the zone's servers. */
export type Target = Pick<ReturnType<typeof readFirst>, "alive" | "exists"> & {
  readonly domain: DomainName;
  readonly reached: Reached;
  /** Name of the zone; the domain itself if the zone was not found. */
  readonly apex: DomainName;
  readonly asked: readonly ServerQuery[];
  /** Returns true if the zone is signed; false until a server has answered. */
  readonly isSigned: () => boolean;
  /** True if one of our resolvers answers; null if this was not tested because the lookup of the zone succeeded. */
  readonly resolverAlive: Promise<boolean | null>;
  /** True if further queries may succeed: the name may exist, and at least one of our resolvers may work. */
  readonly isWorth: Promise<boolean>;
};

/**
 * Finds the domain's zone and queries all its servers.
 * @param session the session of the first section, which counts the queries that all sections need.
 */
export async function reachTarget(
  session: NetSession,
  { sessions }: SectionSessions,
  domain: DomainName,
  wantsRecords: boolean,
): Promise<Target> {
  const reached = await reachZone(session, domain);
  const { zone } = reached;
  const asked =
    zone.kind === "present"
      ? askServers(wantsRecords ? sessions.records : session, zone.value, domain, wantsRecords)
      : [];
  const { alive, signed, exists } = readFirst(asked, session, domain);
  let isSigned = false;
  void signed.then((yes) => {
    isSigned = yes;
  });
  const resolverAlive = zone.kind === "unknown" ? session.resolverAlive() : Promise.resolve(null);
  return {
    domain,
    reached,
    apex: zone.kind === "present" ? zone.value.apex : domain,
    asked,
    alive,
    exists,
    isSigned: () => isSigned,
    resolverAlive,
    isWorth: Promise.all([exists, resolverAlive]).then(
      ([there, own]) => there !== false && zone.kind !== "absent" && own !== false,
    ),
  };
}
