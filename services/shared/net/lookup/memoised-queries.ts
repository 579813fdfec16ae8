import type { Outcome } from "@dnstools/core/tool/outcome";
import type { Look } from "../look.ts";

/** Questions so far, and those without a usable answer. */
export type Count = { questions: number; failed: number };

/**
 * Looks whose questions are each asked once, however many parts of a call want to know.
 * @returns a look for one part, which counts what that was the first to ask.
 */
export function memoiseQueries(look: Look): (count: Count) => Look {
  const asked = new Map<string, ReturnType<Look["ask"]>>();
  const resolved = new Map<string, ReturnType<Look["resolve"]>>();

  async function counting<T>(count: Count, ask: () => Promise<T>, outcomeOf: (got: T) => Outcome<unknown>) {
    const before = look.questions().asked;
    const asking = ask();
    // Beyond the look's bound nothing is asked.
    if (look.questions().asked > before) count.questions += 1;
    const got = await asking;
    if (outcomeOf(got).kind === "unknown") count.failed += 1;
    return got;
  }

  function once<T>(known: Map<string, T>, key: string, ask: () => T): T {
    const before = known.get(key);
    if (before !== undefined) return before;
    const asking = ask();
    known.set(key, asking);
    return asking;
  }

  return (count) => ({
    ...look,
    get evidence() {
      return look.evidence;
    },
    ask: (server, question, options) =>
      once(
        asked,
        JSON.stringify([server.upstream, server.address, server.port, question.name, question.type, options]),
        () =>
          counting(
            count,
            () => look.ask(server, question, options),
            (outcome) => outcome,
          ),
      ),
    resolve: (question, options) =>
      once(resolved, JSON.stringify([question.name, question.type, options]), () =>
        counting(
          count,
          () => look.resolve(question, options),
          ({ outcome }) => outcome,
        ),
      ),
    transfer: (server, apex, options) =>
      counting(
        count,
        () => look.transfer(server, apex, options),
        ({ outcome }) => outcome,
      ),
  });
}
