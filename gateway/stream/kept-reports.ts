import { Cache } from "@dnstools/concurrency/cache";
import type { Contract } from "@dnstools/core/tool/contract";
import type { Asked } from "@dnstools/server/run/read-input";

/** Seconds that a report is shown again, to others and by the reader's own browser. */
export const KEPT_S = 60;
/** Reports, and bytes of all of them, at most. */
const REPORTS_MAX = 1000;
const BYTES_MAX = 33_554_432;

/** A report's HTML, and its age. */
type KeptReport = { readonly html: string; readonly ageS: number };

/** Reports of this process by their calls, so that a link that is sent to many runs once. */
export function createKeptReports() {
  const reports = new Cache<string, { readonly bytes: Uint8Array; readonly since: number }>({
    max: REPORTS_MAX,
    ttlMs: 1000 * KEPT_S,
    bytes: { max: BYTES_MAX, of: ({ bytes }) => bytes.length },
  });
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  return {
    get(contract: Contract, asked: Asked): KeptReport | null {
      const kept = reports.get(keyOf(contract, asked));
      if (kept === undefined) return null;
      const ageS = Math.floor((performance.now() - kept.since) / 1000);
      return { html: decoder.decode(kept.bytes), ageS };
    },
    set(contract: Contract, asked: Asked, html: string): void {
      reports.set(keyOf(contract, asked), { bytes: encoder.encode(html), since: performance.now() });
    },
  };
}
export type KeptReports = ReturnType<typeof createKeptReports>;

function keyOf({ tool }: Contract, { input, shape }: Asked): string {
  return JSON.stringify([tool, input, shape]);
}
