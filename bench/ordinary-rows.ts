import type { References } from "./ordinary-alone.ts";
import { aboutDomains, aboutNamesBelow, aboutOne, type Calls } from "./ordinary-calls.ts";
import type { Front } from "./ordinary-front.ts";
import type { Choice, Row } from "./ordinary-options.ts";
import { type Round, roundOf } from "./ordinary-round.ts";

/** The rows that compare answers, with what each asks. */
const ROWS: Readonly<Partial<Record<Row, (choice: Choice) => readonly Calls[]>>> = {
  domains: ({ tools }) => aboutDomains(tools),
  below: ({ tools }) => aboutNamesBelow(tools),
  same: ({ tools }) => aboutOne(tools),
};

const TITLES: Readonly<Partial<Record<Row, string>>> = {
  domains: "64 registrable domains",
  below: "64 names below one domain",
  same: "one question, 64 times",
};

/** Registries that the calls of a tool are spread over; each gets a question a second after a burst (REGISTRY_RATE). */
const REGISTRIES: Readonly<Record<string, number>> = { reverse: 5, whois: 9 };

/** All that is asked, for the answers of single calls. */
export function allCalls(choice: Choice): readonly Calls[] {
  return choice.rows.flatMap((row) => ROWS[row]?.(choice) ?? []);
}

/** A block of rounds with its title. */
export type Block = { readonly title: string; readonly rounds: readonly Round[]; readonly rated: boolean };

/** Measures the rows that were chosen, in what state the world is now. @param where what that is, for the titles */
export async function rowsOf(
  front: Front,
  choice: Choice,
  references: References,
  where: string,
): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  for (const row of choice.rows) {
    const kinds = ROWS[row]?.(choice);
    if (kinds === undefined) continue;
    const levels = row === "domains" ? choice.levels : choice.levels.slice(-1);
    const rounds = await levelsOf(front, kinds, levels, references);
    blocks.push({ title: `${where}: ${TITLES[row]}`, rounds, rated: row === "domains" });
  }
  return blocks;
}

/** The most at once first, and each level of all kinds before the next, so that registries have a rest between. */
async function levelsOf(
  front: Front,
  kinds: readonly Calls[],
  levels: readonly number[],
  references: References,
): Promise<readonly Round[]> {
  const rested = new Map<string, number>();
  const rounds: Round[] = [];
  for (const level of levels.toSorted((a, b) => b - a)) {
    for (const calls of kinds) {
      await Bun.sleep(Math.max(0, (rested.get(calls.tool) ?? 0) - performance.now()));
      const round = await roundOf(front, calls, level, references.of);
      rounds.push(round);
      const registries = REGISTRIES[calls.tool];
      if (registries !== undefined) rested.set(calls.tool, performance.now() + (1000 * level) / registries);
      const wrong = round.refused + round.different + round.unknown.size > 0 ? " !" : "";
      console.error(`  ${calls.kind} ${level} at once: ${round.slowestMs.toFixed(0)} ms${wrong}`);
    }
  }
  return rounds;
}
