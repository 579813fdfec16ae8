import type { DnsServer } from "../dns/client.ts";
import type { Look } from "../look.ts";

/** A look whose questions are each asked once, however many parts of a call want to know. */
export function askingOnce(look: Look): Look {
  const asked = new Map<string, ReturnType<Look["ask"]>>();
  const resolved = new Map<string, ReturnType<Look["resolve"]>>();
  function once<T>(known: Map<string, T>, key: string, ask: () => T): T {
    const before = known.get(key);
    if (before !== undefined) return before;
    const asking = ask();
    known.set(key, asking);
    return asking;
  }
  return {
    ...look,
    get evidence() {
      return look.evidence;
    },
    ask: (server: DnsServer, question, options) =>
      once(
        asked,
        JSON.stringify([server.upstream, server.address, server.port, question.name, question.type, options]),
        () => look.ask(server, question, options),
      ),
    resolve: (question, options) =>
      once(resolved, JSON.stringify([question.name, question.type, options]), () =>
        look.resolve(question, options),
      ),
  };
}
