import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { AnswerObservation } from "../observations.ts";
import { type Answer, readAnswer } from "../read-answer.ts";
import type { Truth } from "./truth.ts";
import { type Detail, type Verdict, verdict } from "./verdict.ts";

/** What the second look at a resolver showed. */
export type Second = {
  /** Whether its TTL stands still: then nothing of it is kept, and it never ends. */
  readonly pinned: boolean;
  /** Whether it runs. */
  readonly confirmed: boolean;
  /** What it had then; null where that is unknown. */
  readonly answer: Answer | null;
  /** Whether that is what the zone has. */
  readonly match: boolean;
};

export function secondLook(
  { again, type }: AnswerObservation,
  first: Answer,
  truth: Truth,
  name: string,
  ttlOf: (answer: Answer) => number | null,
): Second {
  const outcome: Outcome<DnsReply> | undefined = again?.outcome;
  const answer = outcome?.kind === "present" ? readAnswer(outcome.value, name, type) : null;
  if (answer === null) return { pinned: false, confirmed: false, answer: null, match: false };
  if (truth.keys.has(answer.key)) return { pinned: false, confirmed: true, answer, match: true };
  const pinned = answer.key === first.key && ttlOf(answer) === ttlOf(first);
  return { pinned, confirmed: !pinned, answer, match: false };
}

/** Seconds that a resolver still keeps an answer: of its parts, the old one, which is the alias or what it leads to. */
export function leftOf({ alias, ttl }: Answer, { aliases }: Pick<Truth, "aliases">): number {
  const isAlias = alias !== null && !aliases.has(alias) && ttl.aliases !== null;
  return (isAlias ? ttl.aliases : ttl.records) ?? 0;
}

/** The lowest TTL of an answer and its aliases; null where there are none. */
export function wholeTtl({ ttl }: Answer): number | null {
  const all = [ttl.records, ttl.aliases].filter((one) => one !== null);
  return all.length === 0 ? null : Math.min(...all);
}

/**
 * An old answer that ends; where one machine keeps it longer than another, the last one counts.
 * @param now when the last look ended: what ended before is old no more, and what follows it was seen or is unknown.
 */
export function stale(
  { at, again }: AnswerObservation,
  answer: Answer,
  second: Second,
  now: number,
  left: (answer: Answer) => number | null,
  detail: Detail | null,
): Verdict {
  const firstS = left(answer) ?? 0;
  const keeps = [{ at, leftS: firstS }];
  if (again !== null && second.answer !== null) {
    if (second.match && at + firstS <= again.at) return verdict("match", second.answer);
    if (!second.match) keeps.push({ at: again.at, leftS: left(second.answer) ?? 0 });
  }
  const until = Math.ceil(Math.max(...keeps.map((one) => one.at + one.leftS)));
  if (until <= now) {
    const reason = again?.outcome.kind === "unknown" ? again.outcome.reason : "budget";
    return { ...verdict("unknown", answer, "ended"), reason };
  }
  const keptS = Math.max(...keeps.map(({ leftS }) => leftS));
  return { ...verdict("stale", answer, detail), until, keptS };
}

/** Stale by its own word: it lasts until the zone is reached, whatever its TTL. */
export function servedStale(answer: Answer): Verdict {
  return verdict("stale", answer, "serve_stale");
}
