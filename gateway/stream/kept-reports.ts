import { Cache } from "@dnstools/concurrency/cache";
import type { Contract } from "@dnstools/core/tool/contract";
import type { Asked } from "@dnstools/server/run/read-input";

/** Seconds for which a report is kept and shown again, by this server and in the browser's cache. */
export const KEPT_S = 60;
/** Maximum number of kept reports. */
const REPORTS_MAX = 1000;
/** Maximum total size of all kept reports, in bytes. */
const BYTES_MAX = 33_554_432;

/** The text of a kept report, and its age in seconds. */
type KeptReport = { readonly text: string; readonly ageS: number };

/** The text of a kept report and its rendered form, which is null until it is first needed. */
type Entry = { readonly bytes: Uint8Array; readonly since: number; readonly shown: Uint8Array | null };

/** Creates a cache of the reports of this process by call, so that a link that many people open causes only one run. */
export function createKeptReports() {
  const reports = new Cache<string, Entry>({
    max: REPORTS_MAX,
    ttlMs: 1000 * KEPT_S,
    bytes: { max: BYTES_MAX, of: ({ bytes, shown }) => bytes.length + (shown?.length ?? 0) },
  });
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  return {
    /**
     * Returns the kept text of a call, or its rendered form; null if no report is kept.
     * @param render renders the text; called only once for each text
     */
    get(key: string, render?: (text: string) => string): KeptReport | null {
      const kept = reports.get(key);
      if (kept === undefined) return null;
      const ageMs = performance.now() - kept.since;
      const ageS = Math.floor(ageMs / 1000);
      if (render === undefined) return { text: decoder.decode(kept.bytes), ageS };
      if (kept.shown !== null) return { text: decoder.decode(kept.shown), ageS };
      const text = render(decoder.decode(kept.bytes));
      reports.set(key, { ...kept, shown: encoder.encode(text) }, Math.max(1, 1000 * KEPT_S - ageMs));
      return { text, ageS };
    },
    set(key: string, text: string): void {
      reports.set(key, { bytes: encoder.encode(text), since: performance.now(), shown: null });
    },
  };
}
/** A cache of reports. */
export type KeptReports = ReturnType<typeof createKeptReports>;

/** Returns the cache key of a call. */
export function callKey({ tool }: Contract, { input, shape }: Asked): string {
  return JSON.stringify([tool, input, shape]);
}
