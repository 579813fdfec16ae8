const DAY_S = 86_400;
/** Days in 400 years, after which the Gregorian calendar repeats. */
const ERA_DAYS = 146_097;

/** Returns the start of a day (UTC, Gregorian calendar) in seconds since 1970. @param month 1 to 12. */
export function secondsOfDay(year: number, month: number, day: number): number {
  const since = month > 2 ? year : year - 1;
  const era = Math.floor(since / 400);
  const ofEra = since - era * 400;
  const ofYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const days = ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear;
  return (era * ERA_DAYS + days - 719_468) * DAY_S;
}

/** Formats a time to the minute for use in a sentence: `2026-11-23 18:37 UTC`. @param time ISO 8601, in UTC. */
export function minuteOf(time: string): string {
  return `${time.slice(0, 16).replace("T", " ")} UTC`;
}

/** Formats a time as ISO 8601 in UTC. @param seconds since 1970. */
export function isoTime(seconds: number): string {
  const days = Math.floor(seconds / DAY_S) + 719_468;
  const era = Math.floor(days / ERA_DAYS);
  const ofEra = days - era * ERA_DAYS;
  const years = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * years + Math.floor(years / 4) - Math.floor(years / 100));
  const shifted = Math.floor((5 * ofYear + 2) / 153);
  const day = ofYear - Math.floor((153 * shifted + 2) / 5) + 1;
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const year = years + era * 400 + (month <= 2 ? 1 : 0);
  const left = seconds - Math.floor(seconds / DAY_S) * DAY_S;
  const two = (number: number) => String(Math.floor(number)).padStart(2, "0");
  return `${year}-${two(month)}-${two(day)}T${two(left / 3600)}:${two((left / 60) % 60)}:${two(left % 60)}Z`;
}
