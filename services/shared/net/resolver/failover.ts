import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { HOST_REASONS } from "@dnstools/core/tool/environment";
import { type Outcome, type Reason, unknown } from "@dnstools/core/tool/outcome";
import type { DnsServer } from "../dns/server.ts";

/** An outcome, and the server that returned it; null if no server was queried. */
export type FailoverAnswer = { readonly server: DnsServer | null; readonly outcome: Outcome<DnsReply> };

/**
 * Queries servers in turn. The next server is queried when one fails, or when one has been silent for `patienceMs`;
 * the silent server may still answer. The first answer counts. If all servers fail, the failure that says most is
 * returned, or `budget` if there was no server to query. Rejects if `ask` rejects.
 */
export function askWithFailover(
  servers: readonly DnsServer[],
  ask: (server: DnsServer) => Promise<Outcome<DnsReply>>,
  patienceMs: number,
): Promise<FailoverAnswer> {
  const failover = new Failover(servers, ask, patienceMs);
  failover.askNext();
  return failover.answered;
}

/**
 * One question that is sent to servers in turn.
 *
 *     asking ── one answers ──► settled: this answer
 *       └────── all failed ───► settled: the first failure
 */
class Failover {
  readonly answered: Promise<FailoverAnswer>;
  private readonly servers: readonly DnsServer[];
  private readonly ask: (server: DnsServer) => Promise<Outcome<DnsReply>>;
  private readonly patienceMs: number;
  private readonly resolve: (answered: FailoverAnswer) => void;
  private readonly reject: (error: unknown) => void;
  private readonly timers = new Set<Timer>();
  /** The failure that says most about the question, and the first of several such. */
  private failure: { readonly server: DnsServer; readonly outcome: Outcome<DnsReply> } | null = null;
  /** Number of servers queried so far, and how many of them have neither answered nor failed. */
  private asked = 0;
  private waiting = 0;
  private isSettled = false;

  constructor(
    servers: readonly DnsServer[],
    ask: (server: DnsServer) => Promise<Outcome<DnsReply>>,
    patienceMs: number,
  ) {
    this.servers = servers;
    this.ask = ask;
    this.patienceMs = patienceMs;
    const { promise, resolve, reject } = Promise.withResolvers<FailoverAnswer>();
    this.answered = promise;
    this.resolve = resolve;
    this.reject = reject;
  }

  askNext(): void {
    const server = this.servers[this.asked++];
    if (server === undefined) {
      if (this.waiting === 0) this.settle(this.failure ?? { server: null, outcome: unknown("budget") });
      return;
    }
    this.waiting += 1;
    const timer = this.asked < this.servers.length ? this.startPatience() : null;
    this.ask(server).then(
      (outcome) => this.end(server, outcome, timer),
      (error) => {
        this.stop();
        this.reject(error);
      },
    );
  }

  private startPatience(): Timer {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.askNext();
    }, this.patienceMs);
    this.timers.add(timer);
    return timer;
  }

  private end(server: DnsServer, outcome: Outcome<DnsReply>, timer: Timer | null): void {
    // If the wait for this server has already ended, the next server has been queried, so no further one is started.
    const isPatient = timer === null || this.timers.delete(timer);
    if (timer !== null) clearTimeout(timer);
    this.waiting -= 1;
    if (this.isSettled) return;
    if (outcome.kind !== "unknown") {
      this.settle({ server, outcome });
      return;
    }
    if (this.failure === null || worth(outcome) > worth(this.failure.outcome))
      this.failure = { server, outcome };
    if (isPatient || this.waiting === 0) this.askNext();
  }

  private settle(answered: FailoverAnswer): void {
    this.stop();
    this.resolve(answered);
  }

  /** Queries no further server. */
  private stop(): void {
    this.isSettled = true;
    for (const timer of this.timers) clearTimeout(timer);
  }
}

/**
 * Returns how much a failure says about the question: an answer of a server says more than its silence, and the failure
 * of a resolver that is not trusted says nothing.
 */
function worth(outcome: Outcome<DnsReply>): number {
  if (outcome.kind !== "unknown" || SILENT.includes(outcome.reason)) return 1;
  return outcome.reason === "resolver_untrusted" ? 0 : 2;
}

const SILENT: readonly Reason[] = [
  "timeout",
  "unreachable",
  "budget",
  "service_unavailable",
  ...HOST_REASONS,
];
