import { atOnce as each } from "@dnstools/lab/support/run";
import { median } from "./measure.ts";
import type { Alone } from "./ordinary-alone.ts";
import { type Calls, ZONES_ASKED } from "./ordinary-calls.ts";
import { added, type Difference, firstDifference, unknownParts } from "./ordinary-compare.ts";
import { type Answer, ask, type Front } from "./ordinary-front.ts";
import { forget } from "./ordinary-world.ts";

/** The outcome of one round of simultaneous calls. */
export type Round = {
  readonly kind: string;
  readonly atOnce: number;
  /** The number of answers of each status; problems are counted by status and code. */
  readonly statuses: ReadonlyMap<string, number>;
  readonly refused: number;
  /** Number of answers that differ from the same call made alone. */
  readonly different: number;
  readonly first: (Difference & { readonly path: string }) | null;
  /** Number of parts that are unknown in this round but known in the same call made alone, by reason. */
  readonly unknown: ReadonlyMap<string, number>;
  readonly firstUnknown: string | null;
  /** Answers with 200 per second, from the first call to the last answer. */
  readonly perSecond: number;
  readonly slowestMs: number;
};

/**
 * Makes some calls, `atOnce` of them in flight, after the resolver's cache has dropped the zones that they query.
 * @param count total number of calls
 */
export async function roundOf(
  front: Front,
  { kind, paths }: Calls,
  { atOnce, count }: { readonly atOnce: number; readonly count: number },
  alone: (path: string) => Alone,
): Promise<Round> {
  await forget(ZONES_ASKED);
  const asked = paths.slice(0, count);
  const answers: Answer[] = [];
  const work = async ([i, path]: readonly [number, string]) => {
    answers[i] = await ask(front, path);
  };
  const start = performance.now();
  await each([...asked.entries()], work, atOnce);
  const seconds = (performance.now() - start) / 1000;
  const good = answers.filter(({ status }) => status === 200).length;
  return {
    kind,
    atOnce,
    statuses: countOf(answers.map(word)),
    refused: answers.length - good,
    ...compared(asked, answers, alone),
    perSecond: good / seconds,
    slowestMs: Math.max(...answers.map(({ ms }) => ms)),
  };
}

function compared(asked: readonly string[], answers: readonly Answer[], alone: (path: string) => Alone) {
  const differences: Difference[] = [];
  const unknown: string[] = [];
  for (const [i, path] of asked.entries()) {
    const { status, text } = answers[i] ?? { status: 0, text: "" };
    if (status !== 200) continue;
    const body: unknown = JSON.parse(text);
    const reference = alone(path);
    const difference = firstDifference(reference.body, body);
    if (difference !== null) differences.push({ ...difference, path: `${path} ${difference.path}` });
    unknown.push(...added(reference.unknown, unknownParts(body)));
  }
  return {
    different: differences.length,
    first: differences[0] ?? null,
    unknown: countOf(unknown.map((part) => part.slice(part.lastIndexOf(" ") + 1))),
    firstUnknown: unknown[0] ?? null,
  };
}

function word({ status, text }: Answer): string {
  if (status === 200) return "200";
  const code = /"code":\s*"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 40).replaceAll("\n", " ");
  return `${status} ${code}`;
}

function countOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const one of words) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

/** Combines the rounds of one level: counts are added up, and calls per second become their median. */
export function together(rounds: readonly Round[]): Round {
  const [first] = rounds;
  if (first === undefined) throw new Error("no round");
  const sum = (of: (round: Round) => number) => rounds.reduce((all, round) => all + of(round), 0);
  return {
    kind: first.kind,
    atOnce: first.atOnce,
    statuses: summed(rounds.map(({ statuses }) => statuses)),
    refused: sum(({ refused }) => refused),
    different: sum(({ different }) => different),
    first: rounds.find((round) => round.first !== null)?.first ?? null,
    unknown: summed(rounds.map(({ unknown }) => unknown)),
    firstUnknown: rounds.find(({ firstUnknown }) => firstUnknown !== null)?.firstUnknown ?? null,
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    slowestMs: Math.max(...rounds.map(({ slowestMs }) => slowestMs)),
  };
}

function summed(counts: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const one of counts) for (const [key, count] of one) sum.set(key, (sum.get(key) ?? 0) + count);
  return sum;
}
