import type { ServerReply } from "@dnstools/core/domain/observations";

/**
 * Number of consecutive answers without new values after which all values count as known. SAME applies if only one set
 * was seen, SAME_VARYING if several were seen. With a server that returns one of two sets at random, 1 call in 4,000
 * sees only one of them; with three sets, 1 call in 16,000 sees only two.
 */
const SAME = 12;
const SAME_VARYING = 24;
/**
 * Maximum number of rounds. No new round begins after ROUNDS_MS milliseconds. Each round takes at least one round
 * trip.
 */
const ROUNDS_MAX = 32;
const ROUNDS_MS = 2000;

/**
 * Repeats a query until no new values arrive, in order to see all values of servers that return some of many values to
 * each client.
 * @param first replies to the query before the first round.
 * @param partsOf returns the parts of a reply's answer, in order; null if the reply has none.
 * @param ask sends the query to all servers for one round; a round without a usable answer is the last.
 * @returns the replies of all rounds, without `first`.
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

  /** Records replies. Returns true if any of them contains an answer. */
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
