import type { Reason } from "@dnstools/core/outcome";
import { fcrdnsOf, judgeName } from "@dnstools/core/protocol/fcrdns";
import type { PtrData } from "./data.ts";
import { headOf } from "./section.ts";
import type { ScoutSeen } from "./seen.ts";

/** The section of the names of addresses. */
export function ptrData({ ptr, ptrLeft, ptrReason, efforts }: ScoutSeen): PtrData | null {
  if (ptr === null) return null;
  const failed: Reason[] = ptr.flatMap(({ ptr: it, names }) => {
    const open = [it, ...names.map(({ forward }) => forward)].find((one) => one?.kind === "unknown");
    return open?.kind === "unknown" ? [open.reason] : [];
  });
  // Where addresses could not be found out, there is one more at the least.
  const missed = ptrReason === null ? 0 : 1;
  return {
    ...headOf(efforts.ptr, {
      wanted: ptr.length + ptrLeft + missed,
      known: ptr.length - failed.length,
      reason: failed[0] ?? ptrReason,
    }),
    addresses: ptr.map(({ address, of, ptr: it, names, total }) => {
      const judged = names.map((name) => judgeName(name, address));
      return {
        address,
        of: [...of],
        names:
          it.kind === "unknown"
            ? null
            : judged.map(({ name, confirmed, reason }) => ({ name, confirmed, reason })),
        fcrdns: fcrdnsOf(address, judged, { unknown: it.kind === "unknown" ? it.reason : null, total }),
      };
    }),
  };
}
