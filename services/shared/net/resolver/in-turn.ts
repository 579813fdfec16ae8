import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { type Outcome, unknown } from "@dnstools/core/tool/outcome";
import type { DnsServer } from "../dns/server.ts";

/** An outcome, and the server that gave it (or that was asked first); null when none was asked. */
export type Answered = { readonly server: DnsServer | null; readonly outcome: Outcome<DnsReply> };

/**
 * Asks servers in turn: the next when one fails, or when it has been silent for `patienceMs` and may still answer. The
 * first answer wins. When all fail, the first one's reason is told; `budget` where there was none to ask.
 */
export function askInTurn(
  servers: readonly DnsServer[],
  ask: (server: DnsServer) => Promise<Outcome<DnsReply>>,
  patienceMs: number,
): Promise<Answered> {
  const { promise, resolve } = Promise.withResolvers<Answered>();
  const timers = new Set<Timer | undefined>();
  let first: { readonly server: DnsServer; readonly outcome: Outcome<DnsReply> } | null = null;
  let waiting = 0;
  let next = 0;
  let settled = false;

  const settle = (answered: Answered) => {
    settled = true;
    for (const timer of timers) clearTimeout(timer);
    resolve(answered);
  };

  const askNext = () => {
    const server = servers[next++];
    if (server === undefined) {
      if (waiting === 0) settle(first ?? { server: null, outcome: unknown("budget") });
      return;
    }
    waiting++;
    const impatient = () => {
      timers.delete(timer);
      askNext();
    };
    const timer = next < servers.length ? setTimeout(impatient, patienceMs) : undefined;
    timers.add(timer);
    void ask(server).then((outcome) => {
      const patient = timers.delete(timer);
      clearTimeout(timer);
      waiting--;
      if (settled) return;
      if (outcome.kind !== "unknown") return settle({ server, outcome });
      // That one resolver is not believed says nothing of the name; how another failed may.
      if (first === null || isUntrusted(first.outcome)) first = { server, outcome };
      // One whose patience ran out has had the next asked already.
      if (patient || waiting === 0) askNext();
    });
  };
  askNext();
  return promise;
}

function isUntrusted(outcome: Outcome<DnsReply>): boolean {
  return outcome.kind === "unknown" && outcome.reason === "resolver_untrusted";
}
