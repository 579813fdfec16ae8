/**
 * Returns the parts of a bench that its arguments name, in the bench's order. Exits the process if an argument names
 * no part.
 * @param usual names of the parts in a run without arguments; default: all parts
 */
export function chosenRows<T>(
  rows: Readonly<Record<string, T>>,
  usual: readonly string[] = Object.keys(rows),
): readonly T[] {
  const named = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));
  const wrong = named.find((name) => !(name in rows));
  if (wrong !== undefined) {
    console.error(`There is no part ${wrong}. The parts are ${Object.keys(rows).join(", ")}`);
    process.exit(2);
  }
  const chosen = named.length > 0 ? named : usual;
  return Object.entries(rows)
    .filter(([name]) => chosen.includes(name))
    .map(([, row]) => row);
}

/** Returns the value of `--NAME=VALUE` among the bench's arguments, or null. */
export function optionOf(name: string): string | null {
  const start = `--${name}=`;
  return process.argv.find((arg) => arg.startsWith(start))?.slice(start.length) ?? null;
}
