import { isoTime, secondsOfDay } from "@dnstools/core/protocol/calendar";
import type { DayOrder } from "@dnstools/core/protocol/whois/formats";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Converts a registry's date to ISO 8601, with times in UTC. Returns null if the date is ambiguous, such as
 * 01/02/2026. Dates with dots have the day first, as in Europe. For a time without a zone, only the day is returned,
 * since the time may be local.
 * @param days the registry's order of day and month in numeric dates, if known.
 */
export function isoDate(raw: string | null, days: DayOrder | null = null): string | null {
  if (raw === null) return null;
  const text = raw.trim().replace(/^before\s+/i, "");
  return moment(text) ?? day(text, days);
}

const MOMENT =
  /^(\d{4})[-/.]\s?(\d\d)[-/.]\s?(\d\d)[T ]+(\d\d):(\d\d)(?::(\d\d))?(?:\.\d+)? ?\(?(Z|UTC|GMT|JST|KST|MSK)?([+-]\d{1,2}:?\d{0,2})?\)?/i;
/** Offset from UTC in hours, for zones without daylight saving time. Source: the tz database, 2026a. */
const ZONES: Readonly<Record<string, number>> = { Z: 0, UTC: 0, GMT: 0, MSK: 3, JST: 9, KST: 9 };

/** Converts a day and a time with a zone to UTC. */
function moment(text: string): string | null {
  const match = MOMENT.exec(text);
  if (match === null || (match[7] === undefined && match[8] === undefined)) return null;
  const [year = 0, month = 0, date = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const [, sign = "+", hours = "0", minutes = "0"] = /^([+-])(\d\d?):?(\d\d)?$/.exec(match[8] ?? "+0") ?? [];
  const ahead = Number(hours) * 60 + Number(minutes);
  const offset = (ZONES[match[7]?.toUpperCase() ?? "Z"] ?? 0) * 60 + (sign === "-" ? -ahead : ahead);
  if (dayOf(year, month, date) === null || hour > 24 || minute > 59 || second > 60 || Math.abs(offset) > 840)
    return null;
  return isoTime(
    secondsOfDay(year, month, date) + hour * 3600 + (minute - offset) * 60 + Math.min(second, 59),
  );
}

function day(text: string, days: DayOrder | null): string | null {
  for (const [pattern, order] of FORMS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const [a = "", b = "", c = ""] = match.slice(1);
    const [year = "", month = "", date = ""] =
      order === "ymd" ? [a, b, c] : order === "dmy" ? [c, b, a] : [c, a, b];
    return dayOf(Number(year), monthOf(month), Number(date));
  }
  return numeric(text, days);
}

/** Parses a numeric date. The order is clear if one number cannot be a month, or if the registry's order is known. */
function numeric(text: string, days: DayOrder | null): string | null {
  const [, a = "", b = "", year = ""] = /^(\d\d?)[-/](\d\d?)[-/](\d{4})\b/.exec(text) ?? [];
  if (Number(a) > 12 || days === "dmy") return dayOf(Number(year), Number(b), Number(a));
  return Number(b) > 12 || days === "mdy" ? dayOf(Number(year), Number(a), Number(b)) : null;
}

const FORMS: readonly (readonly [RegExp, "ymd" | "dmy" | "mdy"])[] = [
  [/^(\d{4})[-./] ?(\d\d)[-./] ?(\d\d)(?!\d)/, "ymd"],
  [/^(\d{4})(\d\d)(\d\d)(?!\d)/, "ymd"],
  [/^(\d{4})-([a-z]{3})[a-z]*-(\d\d?)\b/i, "ymd"],
  [/^(?:[a-z]{3,9},? )?(\d\d?)(?:st|nd|rd|th)?[-. ]([a-z]{3})[a-z]*\.?[-. ](\d{4})\b/i, "dmy"],
  [/^(?:[a-z]{3} )?([a-z]{3})[a-z]* (\d\d?),? (?:\d\d:\d\d:\d\d (?:[A-Z]{3,4} )?)?(\d{4})\b/i, "mdy"],
  [/^(\d\d?)\.\s?(\d\d?)\.\s?(\d{4})\b/, "dmy"],
];

function monthOf(text: string): number {
  return /^\d/.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function dayOf(year: number, month: number, date: number): string | null {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = (DAYS[month - 1] ?? 0) + Number(leap);
  if (days === 0 || date < 1 || date > days || year < 1980 || year > 2200) return null;
  return `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
}
