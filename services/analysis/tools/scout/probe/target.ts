import type { DomainName } from "@dnstools/core/protocol/names";
import type { NetSession } from "@dnstools/net";
import { type Reached, reachZone } from "@dnstools/net/lookup/reach";
import type { SectionSessions } from "./sections.ts";
import { askServers, readFirst, type ServerQuery } from "./servers.ts";

/** The domain of a call, its zone, and what the zone's servers answer, as far as they have. */
export type Target = Pick<ReturnType<typeof readFirst>, "alive" | "exists"> & {
  readonly domain: DomainName;
  readonly reached: Reached;
  /** The zone's name; the domain's where the zone was not found. */
  readonly apex: DomainName;
  readonly asked: readonly ServerQuery[];
  /** Whether the zone is signed; false as long as no server has answered. */
  readonly isSigned: () => boolean;
  /** Whether our resolvers live; null where the zone's servers are known, which do without them. */
  readonly resolverAlive: Promise<boolean | null>;
  /** Whether to look further: below a name that does not exist is nothing, and without our resolvers nothing can be found. */
  readonly isWorth: Promise<boolean>;
};

/** Reaches the domain's zone and asks all its servers. @param session of the first section: what all rest on is counted there. */
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
