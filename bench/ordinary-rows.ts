import type { References } from "./ordinary-alone.ts";
import { aboutDomains, aboutNamesBelow, aboutOne, type Calls } from "./ordinary-calls.ts";
import { type Front, quiet } from "./ordinary-front.ts";
import type { Choice, Load, NetworkState, Row } from "./ordinary-options.ts";
import { type Round, roundOf, together } from "./ordinary-round.ts";

/** The table rows in which answers are compared, with the calls of each row. */
const ROWS: Readonly<
  Partial<Record<Row, { readonly title: string; readonly calls: (choice: Choice) => readonly Calls[] }>>
> = {
  domains: { title: "64 registrable domains", calls: ({ tools }) => aboutDomains(tools) },
  below: { title: "64 names below one domain", calls: ({ tools }) => aboutNamesBelow(tools) },
  same: { title: "one question, 64 times", calls: ({ tools }) => aboutOne(tools) },
};

/**
 * Number of registries among which a tool's calls are distributed. Each registry receives one query per second after a
 * burst (REGISTRY_RATE).
 */
const REGISTRIES: Readonly<Record<string, number>> = { reverse: 5, whois: 9 };

/**
 * Tools whose calls per second are compared. Every level makes the same number of calls as the highest level: the work
 * is equal, and takes long enough to measure.
 */
const LONG: readonly string[] = ["dns", "reverse", "dnsbl", "ssl", "mail"];
/** Number of rounds of each level at which calls per second are compared. */
const ROUNDS = 3;

/** Returns all calls of a choice, for the reference answers. */
export function allCalls(choice: Choice): readonly Calls[] {
  return choice.rows.flatMap((row) => ROWS[row]?.calls(choice) ?? []);
}

/** The present state of the network, and the present load of the machine. */
export type World = { readonly network: NetworkState; readonly load: Load };

/** The rounds of a table row, with its title. `rated` is true if calls per second are compared between the rounds. */
export type Block = { readonly title: string; readonly rounds: readonly Round[]; readonly rated: boolean };

/** Measures the chosen rows one after another, in the present network and load. */
export async function* rowsOf(
  front: Front,
  choice: Choice,
  references: References,
  { network, load }: World,
): AsyncGenerator<Block> {
  for (const row of choice.rows) {
    const { title, calls } = ROWS[row] ?? {};
    if (title === undefined || calls === undefined) continue;
    const rated = row === "domains";
    const long = rated && network === "near" && load === "idle";
    const levels = rated ? choice.levels[long ? "rated" : "others"] : [64];
    yield { title, rated, rounds: await levelsOf(front, calls(choice), levels, references, long) };
  }
}

/**
 * Measures the highest level first. All kinds of one level run before the next level, which gives the registries a
 * pause.
 */
async function levelsOf(
  front: Front,
  kinds: readonly Calls[],
  levels: readonly number[],
  references: References,
  long: boolean,
): Promise<readonly Round[]> {
  const rested = new Map<string, number>();
  const rounds: Round[] = [];
  const ordered = levels.toSorted((a, b) => b - a);
  const most = ordered[0] ?? 1;
  // A process's first calls are slower, and its speed varies: levels take turns, and the median of their rounds
  // counts.
  for (const level of long ? Array.from({ length: ROUNDS }, () => ordered).flat() : ordered) {
    await quiet(front);
    for (const calls of kinds) {
      if (
        !LONG.includes(calls.kind) &&
        rounds.some(({ kind, atOnce }) => kind === calls.kind && atOnce === level)
      )
        continue;
      await Bun.sleep(Math.max(0, (rested.get(calls.tool) ?? 0) - performance.now()));
      const count = long && LONG.includes(calls.kind) ? most : level;
      const round = await roundOf(front, calls, { atOnce: level, count }, references.of);
      rounds.push(round);
      const registries = REGISTRIES[calls.tool];
      if (registries !== undefined) rested.set(calls.tool, performance.now() + (1000 * count) / registries);
      const wrong = round.refused + round.different + round.unknown.size > 0 ? " !" : "";
      console.error(`  ${calls.kind} ${level} at once: ${round.slowestMs.toFixed(0)} ms${wrong}`);
    }
  }
  return [...Map.groupBy(rounds, ({ kind, atOnce }) => `${kind} ${atOnce}`).values()].map(together);
}
