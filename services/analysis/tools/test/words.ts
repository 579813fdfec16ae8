/**
 * Returns the strings of a report, separated into the API's own words and the strings that are marked as coming from
 * outside.
 */
export function wordsOf(report: unknown): {
  readonly plain: readonly string[];
  readonly outside: readonly string[];
} {
  const plain: string[] = [];
  const outside: string[] = [];
  const walk = (value: unknown) => {
    if (typeof value === "string") plain.push(value);
    else if (typeof value === "object" && value !== null)
      for (const [key, member] of Object.entries(value))
        if (key === "outside") outside.push(String(member));
        else walk(member);
  };
  walk(report);
  return { plain, outside };
}
