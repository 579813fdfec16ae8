import { Cache } from "@dnstools/concurrency/cache";
import type { Contract } from "@dnstools/core/tool/contract";
import type { Asked } from "@dnstools/server/run/read-input";

/** Seconds that a report is shown again, to others and by the reader's own browser. */
export const KEPT_S = 60;
/** Reports, and bytes of all of them, at most. */
const REPORTS_MAX = 1000;
const BYTES_MAX = 33_554_432;

/** A kept text and its age in seconds. */
type KeptReport = { readonly text: string; readonly ageS: number };

/** `shown` is what was rendered of the text when it was asked for again. */
type Entry = { readonly bytes: Uint8Array; readonly since: number; readonly shown: Uint8Array | null };

/** Reports of this process by their calls, so that a link that is sent to many runs once. */
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
     * The text of a call, or what `render` makes of it; null if there is none or it is too old.
     * @param render is called once for a text: to show it again costs little.
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
export type KeptReports = ReturnType<typeof createKeptReports>;

/** What a call's report is kept by. */
export function callKey({ tool }: Contract, { input, shape }: Asked): string {
  return JSON.stringify([tool, input, shape]);
}
