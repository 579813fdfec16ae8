/** Formats seconds as minutes, such as `2:05`. */
export function minutes(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * Estimates the seconds that the parts from `at` on take: as planned, or longer by what the parts before took longer.
 * @param most seconds after which the report ends in any case
 */
export function secondsLeft(planned: readonly number[], at: number, used: number, most: number): number {
  const sum = (some: readonly number[]) => some.reduce((total, one) => total + one, 0);
  const done = sum(planned.slice(0, at));
  const slower = done === 0 ? 1 : Math.max(1, used / done);
  return Math.min(most, slower * sum(planned.slice(at)));
}

/** Most characters of a reason. */
const REASON_MAX = 160;

/**
 * Returns the reason why a bench failed from its output: the last line that names an error, or else the last line,
 * without paths of this machine.
 */
export function reasonIn(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const line =
    lines.findLast((one) => /^\s*(\w*error\b|fail\w*\b|lab:)/i.test(one)) ??
    lines.at(-1) ??
    "it failed without a word";
  return line
    .replace(/(\/[\w.-]+)+\//g, "")
    .trim()
    .slice(0, REASON_MAX);
}
