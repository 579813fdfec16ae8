import type { ChainObservation, ServerReply } from "@dnstools/core/domain/observations";
import { readDsReply } from "@dnstools/core/domain/parent-servers";
import type { Delegation } from "@dnstools/core/protocol/zone";
import type { NetSession } from "../session.ts";

/**
 * Queries servers of a zone's parent for the zone's NS records if their answers about its DS leave open whether they
 * delegate it: the answers of an unsigned parent are the same for a delegation and for a name of its own. The server
 * that gave the delegation is not queried again.
 */
export function askParents(
  session: NetSession,
  delegation: Delegation | null,
  { links }: ChainObservation,
): Promise<readonly ServerReply[]> {
  // A planned delegation comes from no server.
  if (delegation?.server == null) return Promise.resolve([]);
  const { apex, server } = delegation;
  const replies = links.find(({ zone }) => zone === apex)?.ds ?? [];
  const open = replies.filter(
    ({ server: from, outcome }) =>
      from.name !== "resolver" &&
      from.address !== server.address &&
      outcome.kind === "present" &&
      readDsReply(outcome.value, apex) === null,
  );
  return Promise.all(
    open.map(async ({ server: from }) => {
      const at = { ...from, port: 53, upstream: "authoritative" as const };
      return { server: from, outcome: await session.ask(at, { name: apex, type: "NS" }) };
    }),
  );
}
