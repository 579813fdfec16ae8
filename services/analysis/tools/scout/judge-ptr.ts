import type { Reason } from "@dnstools/core/outcome";
import { fcrdnsOf, judgeName } from "@dnstools/core/protocol/fcrdns";
import type { PtrData } from "./data.ts";
import { headOf } from "./section.ts";
import type { ScoutSeen } from "./seen.ts";

/** The section of the names of addresses. */
export function ptrData({ ptr, ptrLeft, efforts }: ScoutSeen): PtrData | null {
  if (ptr === null) return null;
  const failed: Reason[] = ptr.flatMap(({ ptr: it }) => (it.kind === "unknown" ? [it.reason] : []));
  return {
    ...headOf(efforts.ptr, {
      wanted: ptr.length + ptrLeft,
      known: ptr.length - failed.length,
      reason: failed[0] ?? null,
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
