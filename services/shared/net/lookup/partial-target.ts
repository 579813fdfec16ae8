import type { TypeObservation } from "@dnstools/core/domain/observations";
import type { NetSession } from "../session.ts";

/**
 * Compares the failures (SERVFAIL) of our resolver for the target of an alias with the servers of the target, if the
 * resolver answers for other types of the target: its servers work, but fail for some types.
 */
export async function confirmFailures(
  session: NetSession,
  types: readonly TypeObservation[],
): Promise<readonly TypeObservation[]> {
  const isAnswered = types.some(({ outOfZone }) => outOfZone?.outcome.kind === "present");
  if (!isAnswered) return types;
  return Promise.all(
    types.map(async (observed) => {
      const { type, outOfZone } = observed;
      // A target that the resolver refuses only because of its signatures is not confirmed.
      const failed =
        outOfZone?.outcome.kind === "unknown" &&
        outOfZone.outcome.reason === "servfail" &&
        outOfZone.unchecked?.kind !== "present";
      // The DS of the target is data of the zone above it.
      if (!failed || type === "DS") return observed;
      const question = { name: outOfZone.target, type };
      const decisive = ["failure", "nxdomain", "nodata"] as const;
      const { server, outcome } = await session.resolve(question, { decisive });
      const by = server === null ? null : { name: server.name, address: server.address };
      return { ...observed, outOfZone: { ...outOfZone, server: by, outcome } };
    }),
  );
}
