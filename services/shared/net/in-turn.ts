import { type Outcome, type Reason, unknown } from "@dnstools/core/outcome";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsServer } from "./dns/client.ts";

/** Milliseconds that one server is waited for before the next is asked beside it. */
const PATIENCE_MS = 1000;

/** The first answer of several servers, and those that failed or were silent before it. */
export type InTurn = {
  readonly server: DnsServer | null;
  readonly outcome: Outcome<DnsReply>;
  readonly failures: readonly { readonly server: DnsServer; readonly reason: Reason }[];
};

/**
 * Asks servers in turn: the next when one fails, or when it has been silent for PATIENCE_MS and may still answer. The
 * first answer wins. When all fail, the first one's reason is told; `budget` where there was none to ask.
 */
export function askInTurn(
  servers: readonly DnsServer[],
  ask: (server: DnsServer) => Promise<Outcome<DnsReply>>,
): Promise<InTurn> {
  const { promise, resolve } = Promise.withResolvers<InTurn>();
  const failures: { server: DnsServer; reason: Reason }[] = [];
  const waiting = new Map<DnsServer, number>();
  const timers = new Set<Timer>();
  let next = 0;
  let settled = false;

  const settle = (server: DnsServer | null, outcome: Outcome<DnsReply>) => {
    settled = true;
    for (const timer of timers) clearTimeout(timer);
    const now = performance.now();
    const silent = [...waiting].filter(([, since]) => now - since >= PATIENCE_MS);
    resolve({
      server,
      outcome,
      failures: [...failures, ...silent.map(([one]) => ({ server: one, reason: "timeout" as const }))],
    });
  };

  const impatient = (timer: Timer | undefined) => {
    if (timer !== undefined) timers.delete(timer);
    askNext();
  };

  const askNext = () => {
    const server = servers[next++];
    if (server === undefined) {
      const [first] = failures;
      if (waiting.size === 0) settle(first?.server ?? null, unknown(first?.reason ?? "budget"));
      return;
    }
    waiting.set(server, performance.now());
    const timer = next < servers.length ? setTimeout(() => impatient(timer), PATIENCE_MS) : undefined;
    if (timer !== undefined) timers.add(timer);
    void ask(server).then((outcome) => {
      const patient = timer !== undefined && timers.delete(timer);
      clearTimeout(timer);
      waiting.delete(server);
      if (settled) return;
      if (outcome.kind !== "unknown") return settle(server, outcome);
      failures.push({ server, reason: outcome.reason });
      // One whose patience ran out has had the next asked already.
      if (patient || waiting.size === 0) askNext();
    });
  };
  askNext();
  return promise;
}
