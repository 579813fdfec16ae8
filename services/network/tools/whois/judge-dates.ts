const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * A date of a registry in ISO 8601; null where it could be read in two ways, as 01/02/2026. Dates with dots have the day
 * first, as in Europe. A time without a zone is left out, since it may be local.
 */
export function isoDate(raw: string | null): string | null {
  if (raw === null) return null;
  const text = raw.trim().replace(/^before\s+/i, "");
  const iso = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)? ?(Z|[+-]\d\d:?\d\d|\(?UTC\)?)/i.exec(text);
  if (iso !== null) {
    const [, day = "", time = "", zone = ""] = iso;
    const offset = /^[+-]/.test(zone) ? zone.replace(/^(...)(\d\d)$/, "$1:$2") : "Z";
    return dayOf(...(day.split("-").map(Number) as [number, number, number])) === null
      ? null
      : `${day}T${time}${offset}`;
  }
  for (const [pattern, order] of FORMS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const [a = "", b = "", c = ""] = match.slice(1);
    const [year = "", month = "", day = ""] =
      order === "ymd" ? [a, b, c] : order === "dmy" ? [c, b, a] : [c, a, b];
    return dayOf(Number(year), monthOf(month), Number(day));
  }
  return numeric(text);
}

/** Day and month in numbers alone: which is which shows only where one of them is no month. */
function numeric(text: string): string | null {
  const [, a = "", b = "", year = ""] = /^(\d\d?)[-/](\d\d?)[-/](\d{4})\b/.exec(text) ?? [];
  if (Number(a) > 12) return dayOf(Number(year), Number(b), Number(a));
  return Number(b) > 12 ? dayOf(Number(year), Number(a), Number(b)) : null;
}

const FORMS: readonly (readonly [RegExp, "ymd" | "dmy" | "mdy"])[] = [
  [/^(\d{4})[-./] ?(\d\d)[-./] ?(\d\d)\b/, "ymd"],
  [/^(\d{4})(\d\d)(\d\d)\b/, "ymd"],
  [/^(\d{4})-([a-z]{3})[a-z]*-(\d\d?)\b/i, "ymd"],
  [/^(\d\d?)[-. ]([a-z]{3})[a-z]*[-. ](\d{4})\b/i, "dmy"],
  [/^(?:[a-z]{3} )?([a-z]{3})[a-z]* (\d\d?),? (?:\d\d:\d\d:\d\d (?:[A-Z]{3,4} )?)?(\d{4})\b/i, "mdy"],
  [/^(\d\d?)\.\s?(\d\d?)\.\s?(\d{4})\b/, "dmy"],
];

function monthOf(text: string): number {
  return /^\d/.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function dayOf(year: number, month: number, day: number): string | null {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = (DAYS[month - 1] ?? 0) + Number(leap);
  if (days === 0 || day < 1 || day > days || year < 1980 || year > 2200) return null;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
