import type { Outcome } from "@dnstools/core/tool/outcome";
import type { NetSession } from "../session.ts";

/** Questions so far, and those without a usable answer. */
export type Count = { questions: number; failed: number };

/**
 * Sessions in which each question is asked once, however many parts of a call ask it.
 * @returns a session for one part, which counts the questions that this part was the first to ask.
 */
export function memoiseQueries(session: NetSession): (count: Count) => NetSession {
  const asked = new Map<string, ReturnType<NetSession["ask"]>>();
  const resolved = new Map<string, ReturnType<NetSession["resolve"]>>();

  async function counting<T>(count: Count, ask: () => Promise<T>, outcomeOf: (got: T) => Outcome<unknown>) {
    const before = session.questions().asked;
    const asking = ask();
    // Beyond the session's bound nothing is asked.
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
