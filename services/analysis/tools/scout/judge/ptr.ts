import { fcrdnsOf, judgeName } from "@dnstools/core/protocol/fcrdns";
import type { Reason } from "@dnstools/core/tool/outcome";
import type { PtrData } from "../data.ts";
import type { ScoutObservation } from "../observations.ts";
import { headOf } from "../section.ts";

/** Builds the section on the names of addresses; null if it was not requested. */
export function ptrData({ ptr, ptrLeft, ptrReason, efforts }: ScoutObservation): PtrData | null {
  if (ptr === null) return null;
  const verdicts = ptr.map(({ address, ptr: it, names, total }) => {
    const judged = names.map((name) => judgeName(name, address));
    const unknown = it.kind === "unknown" ? it.reason : null;
    return { judged, fcrdns: fcrdnsOf(address, judged, { unknown, total }) };
  });
  const failed = verdicts.filter(({ fcrdns }) => fcrdns.status === "unknown");
  // If the addresses could not be determined completely, at least one address is missing.
  const missed = ptrReason === null ? 0 : 1;
  return {
    ...headOf(efforts.ptr, {
      wanted: ptr.length + ptrLeft + missed,
      known: ptr.length - failed.length,
      reason: (failed[0]?.fcrdns.reason as Reason | undefined) ?? ptrReason,
    }),
    addresses: ptr.flatMap(({ address, of, ptr: it }, i) => {
      const verdict = verdicts[i];
      if (verdict === undefined) return [];
      const names = verdict.judged.map(({ name, confirmed, reason }) => ({ name, confirmed, reason }));
      return [{ address, of: [...of], names: it.kind === "unknown" ? null : names, fcrdns: verdict.fcrdns }];
    }),
  };
}
