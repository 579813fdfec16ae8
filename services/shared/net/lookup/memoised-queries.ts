import type { Outcome } from "@dnstools/core/tool/outcome";
import type { NetSession } from "../session.ts";

/** Number of questions asked so far, and number of those without a usable answer. */
export type Count = { questions: number; failed: number };

/**
 * Wraps a session so that each question is asked only once, even if several parts of a call ask it.
 * @returns a function that creates the session of one part; it counts the questions that this part is the first to
 * ask.
 */
export function memoiseQueries(session: NetSession): (count: Count) => NetSession {
  const asked = new Map<string, ReturnType<NetSession["ask"]>>();
  const resolved = new Map<string, ReturnType<NetSession["resolve"]>>();

  async function counting<T>(count: Count, ask: () => Promise<T>, outcomeOf: (got: T) => Outcome<unknown>) {
    const before = session.questions().asked;
    const asking = ask();
    // Questions beyond the session's limit are not sent and therefore not counted.
    if (session.questions().asked > before) count.questions += 1;
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
    ...session,
    get evidence() {
      return session.evidence;
    },
    ask: (server, question, options) =>
      once(
        asked,
        JSON.stringify([server.upstream, server.address, server.port, question.name, question.type, options]),
        () =>
          counting(
            count,
            () => session.ask(server, question, options),
            (outcome) => outcome,
          ),
      ),
    resolve: (question, options) =>
      once(resolved, JSON.stringify([question.name, question.type, options]), () =>
        counting(
          count,
          () => session.resolve(question, options),
          ({ outcome }) => outcome,
        ),
      ),
    transfer: (server, apex, options) =>
      counting(
        count,
        () => session.transfer(server, apex, options),
        ({ outcome }) => outcome,
      ),
  });
}
