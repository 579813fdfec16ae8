import type { DomainName } from "@dnstools/core/protocol/names";
import type { Delegation, Zone } from "@dnstools/core/protocol/zone";
import { isHostReason } from "@dnstools/core/tool/environment";
import { type Outcome, present } from "@dnstools/core/tool/outcome";
import type { NetSession } from "../session.ts";
import { descend } from "./delegation.ts";
import { findZone } from "./zone.ts";

/** The zone that contains a name, and how it was found. */
export type Reached = {
  readonly zone: Outcome<Zone>;
  readonly delegation: Delegation | null;
  readonly parent: Zone | null;
  /** Apexes of the zones on the way to the name, from the top-level domain down. */
  readonly passed: readonly DomainName[];
  /** True if a server answered NXDOMAIN for the name and no delegation was followed. */
  readonly denied: boolean;
};

/**
 * Finds a name's zone by following delegations from its top-level domain, or through our resolver if the
 * delegations cannot be followed.
 * @param prefersReferral as in `descend`.
 */
export async function reachZone(
  session: NetSession,
  name: DomainName,
  prefersReferral = false,
): Promise<Reached> {
  const reached = await descend(session, name, prefersReferral);
  if (reached.kind !== "present")
    return {
      zone: await fallBack(session, name, reached),
      delegation: null,
      parent: null,
      passed: [],
      denied: false,
    };
  const { zone, delegation, parent, passed, denied } = reached.value;
  return { zone: present(zone), delegation, parent, passed, denied: denied && delegation === null };
}

/**
 * Finds the zone through our resolver after following delegations has failed, unless our resolver itself or this host
 * caused the failure: the zone's servers could not be queried from here either.
 */
async function fallBack(
  session: NetSession,
  name: DomainName,
  failed: Outcome<never>,
): Promise<Outcome<Zone>> {
  if (failed.kind === "absent" || (failed.kind === "unknown" && isHostReason(failed.reason))) return failed;
  if ((await session.resolverAlive()) === false) return failed;
  return findZone(session, name, { decisive: ["nxdomain"] });
}
