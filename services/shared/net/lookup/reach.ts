import type { DomainName } from "@dnstools/core/protocol/names";
import type { Delegation, Zone } from "@dnstools/core/protocol/zone";
import { type Outcome, present } from "@dnstools/core/tool/outcome";
import type { NetSession } from "../session.ts";
import { descend } from "./delegation.ts";
import { findZone } from "./zone.ts";

/** The zone that a name lies in, as it was reached. */
export type Reached = {
  readonly zone: Outcome<Zone>;
  readonly delegation: Delegation | null;
  readonly parent: Zone | null;
  /** The apexes of the zones above it that were passed, from the top-level domain down. */
  readonly passed: readonly DomainName[];
  /** Whether a server said on the way that the name does not exist, where nothing was delegated. */
  readonly denied: boolean;
};

/** Reaches a name's zone as the world does, through its parent's word; by our resolver's where that is not to be had. */
export async function reachZone(session: NetSession, name: DomainName): Promise<Reached> {
  const reached = await descend(session, name);
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

/** The zone by our resolver's word, where the way down was blocked; not where it was our resolver that failed. */
async function fallBack(
  session: NetSession,
  name: DomainName,
  failed: Outcome<never>,
): Promise<Outcome<Zone>> {
  if (failed.kind === "absent" || (await session.resolverAlive()) === false) return failed;
  return findZone(session, name);
}
