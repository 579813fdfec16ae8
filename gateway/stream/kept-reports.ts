import { Cache } from "@dnstools/concurrency/cache";
import type { Contract } from "@dnstools/core/tool/contract";
import type { Asked } from "@dnstools/server/run/read-input";

/** Seconds that a report is shown again, to others and by the reader's own browser. */
export const KEPT_S = 60;
/** Reports, and bytes of all of them, at most. */
const REPORTS_MAX = 1000;
const BYTES_MAX = 33_554_432;

/** A call's answer, or the HTML of several, and its age. */
type KeptReport = { readonly text: string; readonly ageS: number };

/** As it is kept: rendered once it was shown again. */
type Entry = { readonly bytes: Uint8Array; readonly since: number; readonly isRendered: boolean };

/** Reports of this process by their calls, so that a link that is sent to many runs once. */
export function createKeptReports() {
  const reports = new Cache<string, Entry>({
    max: REPORTS_MAX,
    ttlMs: 1000 * KEPT_S,
    bytes: { max: BYTES_MAX, of: ({ bytes }) => bytes.length },
  });
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  return {
    /** @param render makes the text that is shown, once: what is shown again costs its reader nothing. */
    get(key: string, render?: (text: string) => string): KeptReport | null {
      const kept = reports.get(key);
      if (kept === undefined) return null;
      const ageMs = performance.now() - kept.since;
      let text = decoder.decode(kept.bytes);
      if (render !== undefined && !kept.isRendered) {
        text = render(text);
        const entry = { bytes: encoder.encode(text), since: kept.since, isRendered: true };
        reports.set(key, entry, Math.max(1, 1000 * KEPT_S - ageMs));
      }
      return { text, ageS: Math.floor(ageMs / 1000) };
    },
    set(key: string, text: string): void {
      reports.set(key, { bytes: encoder.encode(text), since: performance.now(), isRendered: false });
    },
  };
}
export type KeptReports = ReturnType<typeof createKeptReports>;

/** What a call's report is kept by. */
export function callKey({ tool }: Contract, { input, shape }: Asked): string {
  return JSON.stringify([tool, input, shape]);
}
