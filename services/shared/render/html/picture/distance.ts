/** Units of time, the longest first, in milliseconds; of each, how many there must be: never one day. */
const UNITS = [
  ["years", 365.25 * 86_400_000, 2],
  ["days", 86_400_000, 2],
  ["h", 3_600_000, 2],
  ["min", 60_000, 1],
  ["s", 1000, 0],
] as const;

/** How far a moment is from now, in whole units: `in 80 days`, `4 h ago`. @param ms negative of what is past. */
export function distance(ms: number): string {
  const size = Math.abs(ms);
  for (const [unit, length, least] of UNITS) {
    if (size / length < least) continue;
    const count = Math.round(size / length);
    return ms < 0 ? `${count} ${unit} ago` : `in ${count} ${unit}`;
  }
  return "";
}
