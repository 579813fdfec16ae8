import type { ServerReply } from "@dnstools/core/domain/observations";

/**
 * Answers in a row that bring nothing new, after which all are taken to be known: where one set alone was seen, and where there
 * were several. Of a server that gives one of two sets by chance, 1 call in 4,000 sees one alone; of one that gives one of three, 1
 * in 16,000 sees no more than two addresses.
 */
const SAME = 12;
const SAME_VARYING = 24;
/** Rounds at most, and milliseconds after which no other begins: a distant server alone takes a round trip for each. */
const ROUNDS_MAX = 32;
const ROUNDS_MS = 2000;

/**
 * Asks servers the same again and again, until nothing new comes: who gives each asker some of many values shows all of them.
 * @param first the replies before. @param partsOf what an answer holds, in order; null where there is none.
 * @param ask one round; one without a usable answer is the last.
 * @returns what came, without `first`.
 */
export async function untilNothingNew(
  first: readonly ServerReply[],
  partsOf: (reply: ServerReply) => readonly string[] | null,
  ask: () => Promise<readonly ServerReply[]>,
): Promise<readonly ServerReply[]> {
  const parts = new Set<string>();
  const answers = new Set<string>();
  const all: ServerReply[] = [];
  const start = performance.now();
  let same = 0;

  /** Whether there was any answer. */
  function note(replies: readonly ServerReply[]): boolean {
    const came = replies.flatMap((one) => {
      const held = partsOf(one);
      return held === null ? [] : [held];
    });
    for (const held of came) {
      same = held.every((part) => parts.has(part)) ? same + 1 : 0;
      for (const part of held) parts.add(part);
      answers.add(held.join("\n"));
    }
    return came.length > 0;
  }

  note(first);
  same = 0;
  for (let round = 0; round < ROUNDS_MAX && same < (answers.size > 1 ? SAME_VARYING : SAME); round++) {
    if (performance.now() - start > ROUNDS_MS) break;
    const replies = await ask();
    all.push(...replies);
    if (!note(replies)) break;
  }
  return all;
}
