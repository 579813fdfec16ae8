import { EVERY_MAX_S, EVERY_MIN_S } from "./options.ts";
import { UsageError } from "./usage-error.ts";

const UNITS: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3600 };

/**
 * Parses the interval between repeated calls, such as 90, 90s, 5m or 1h.
 * @returns the interval in seconds
 * @throws UsageError if the text is invalid or out of range
 */
export function readEvery(text: string): number {
  const [, digits, unit = ""] = /^(\d{1,6})([smh]?)$/.exec(text.trim()) ?? [];
  const seconds = digits === undefined ? Number.NaN : Number(digits) * (UNITS[unit] ?? Number.NaN);
  if (seconds >= EVERY_MIN_S && seconds <= EVERY_MAX_S) return seconds;
  throw new UsageError(
    `--every: Give a time from ${EVERY_MIN_S}s to ${EVERY_MAX_S / 3600}h, such as 90s or 5m.`,
  );
}
