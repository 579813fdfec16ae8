/**
 * The parts of a bench that its arguments name, in the bench's order. @param usual those of a run without arguments; default all.
 * Ends the process where an argument names none.
 */
export function chosenRows<T>(
  rows: Readonly<Record<string, T>>,
  usual: readonly string[] = Object.keys(rows),
): readonly T[] {
  const named = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));
  const wrong = named.find((name) => !(name in rows));
  if (wrong !== undefined) {
    console.error(`There is no ${wrong}: name some of ${Object.keys(rows).join(", ")}`);
    process.exit(2);
  }
  const chosen = named.length > 0 ? named : usual;
  return Object.entries(rows)
    .filter(([name]) => chosen.includes(name))
    .map(([, row]) => row);
}

/** The value of `--NAME=VALUE` among a bench's arguments; null where it is not there. */
export function optionOf(name: string): string | null {
  const start = `--${name}=`;
  return process.argv.find((arg) => arg.startsWith(start))?.slice(start.length) ?? null;
}
