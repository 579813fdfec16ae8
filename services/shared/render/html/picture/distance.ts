/**
 * Units of time in milliseconds, longest first. Each unit has the minimum number of units for which it is used, so
 * that "1 day" never appears.
 */
const UNITS = [
  ["years", 365.25 * 86_400_000, 2],
  ["days", 86_400_000, 2],
  ["h", 3_600_000, 2],
  ["min", 60_000, 1],
  ["s", 1000, 0],
] as const;

/**
 * Returns how far a moment is from now, in whole units, such as `in 80 days` or `4 h ago`.
 * @param ms milliseconds from now; negative for the past.
 */
export function distance(ms: number): string {
  const size = Math.abs(ms);
  for (const [unit, length, least] of UNITS) {
    if (size / length < least) continue;
    const count = Math.round(size / length);
    return ms < 0 ? `${count} ${unit} ago` : `in ${count} ${unit}`;
  }
  return "";
}
