import { reached } from "./figures.ts";
import { goal } from "./measure.ts";
import type { Round } from "./ordinary-round.ts";
import type { Block } from "./ordinary-rows.ts";

/** Share of the best round's calls per second that must still be reached with all 64 calls at once. */
const RATE_LIMIT = 0.9;
/**
 * Kinds of calls whose calls per second must reach that share. The other kinds are slowed down by rate limits on
 * queries to servers.
 */
const RATED: ReadonlySet<string> = new Set(["dns", "reverse", "dnsbl", "ssl", "mail"]);

const HEAD =
  "  kind         at once  answers                          differ  unknown  a second  x best  slowest";

/** Prints rounds as tables, and collects the missed goals. */
export type Table = {
  /** Prints a block. @param where describes the deployment, the network and the load. */
  readonly block: (where: string, block: Block) => void;
  /** Records a missed goal. */
  readonly miss: (goal: string, where: string) => void;
  /** Lists the missed goals, each with the places where it was missed. */
  readonly summary: () => string;
};

export function createTable(): Table {
  const missed = new Map<string, string[]>();
  const miss = (text: string, where: string) => void missed.set(text, [...(missed.get(text) ?? []), where]);
  const worlds = new Set<string>();
  return {
    miss,
    block(where, { title, rounds, rated }) {
      worlds.add(where);
      console.log(`\n  ${title}\n${HEAD}`);
      for (const [kind, all] of Map.groupBy(rounds, (round) => round.kind)) {
        const ordered = all.toSorted((a, b) => a.atOnce - b.atOnce);
        const best = rated ? Math.max(...ordered.map(({ perSecond }) => perSecond)) : null;
        for (const round of ordered) console.log(lineOf(round, best));
        for (const round of ordered) for (const line of detailsOf(round)) console.log(line);
        const goals = goalsOf(kind, ordered, best);
        console.log(`      ${goals.map(({ text, kept }) => goal(text, kept)).join(" ")}`);
        for (const { text, kept } of goals) if (!kept) miss(`${title}: ${kind}: ${text}`, where);
      }
    },
    summary() {
      if (missed.size === 0) return "every goal is kept";
      const lines = [...missed].map(([text, at]) =>
        [...worlds].every((world) => at.includes(world))
          ? `${text}: everywhere`
          : `${text}:\n${at.map((where) => `    ${where}`).join("\n")}`,
      );
      return `MISSED (conditions measured: ${worlds.size})\n${lines.map((line) => `  ${line}`).join("\n")}`;
    },
  };
}

function lineOf(round: Round, best: number | null): string {
  const { kind, atOnce, statuses, different, unknown, perSecond, slowestMs } = round;
  const answers = [...statuses].map(([word, count]) => `${count} x ${word}`).join(", ");
  const reasons = [...unknown.values()].reduce((sum, count) => sum + count, 0);
  return [
    `  ${kind.padEnd(12)}`,
    String(atOnce).padStart(7),
    ` ${answers.padEnd(32)}`,
    String(different).padStart(6),
    String(reasons).padStart(8),
    perSecond.toFixed(1).padStart(9),
    (best === null ? "" : (perSecond / best).toFixed(2)).padStart(7),
    `${slowestMs.toFixed(0)} ms`.padStart(9),
  ].join(" ");
}

function detailsOf({ atOnce, first, unknown, firstUnknown }: Round): string[] {
  const reasons = [...unknown].map(([reason, count]) => `${count} x ${reason}`).join(", ");
  return [
    ...(first === null
      ? []
      : [`    at ${atOnce} differs: ${first.path}: ${first.alone}, here ${first.here}`]),
    ...(firstUnknown === null ? [] : [`    at ${atOnce} unknown: ${reasons}; first ${firstUnknown}`]),
  ];
}

function goalsOf(kind: string, rounds: readonly Round[], best: number | null) {
  const last = rounds.at(-1);
  const ratio = best === null || last === undefined ? null : last.perSecond / best;
  const refused = rounds.reduce((sum, round) => sum + round.refused, 0);
  const different = rounds.reduce((sum, round) => sum + round.different, 0);
  reached("many calls of one client, refused", refused, "= 0", "calls");
  reached("many calls of one client, unlike one alone", different, "= 0", "answers");
  if (ratio !== null && RATED.has(kind)) reached("calls a second at 64, of the best level", ratio, ">= 0.9");
  return [
    { text: "all 200", kept: refused === 0 },
    { text: "as alone", kept: different === 0 },
    { text: "nothing unknown for our own reasons", kept: rounds.every(({ unknown }) => unknown.size === 0) },
    ...(ratio === null || !RATED.has(kind)
      ? []
      : [{ text: `calls per second at ${last?.atOnce} >= ${RATE_LIMIT} x best`, kept: ratio >= RATE_LIMIT }]),
  ];
}
