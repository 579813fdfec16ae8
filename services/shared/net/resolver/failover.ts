import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { type Outcome, unknown } from "@dnstools/core/tool/outcome";
import type { DnsServer } from "../dns/server.ts";

/** An outcome, and the server that gave it; null if no server was queried. */
export type FailoverAnswer = { readonly server: DnsServer | null; readonly outcome: Outcome<DnsReply> };

/**
 * Queries servers in turn: the next one starts when a server fails, or when it has been silent for `patienceMs`,
 * after which it may still answer. The first answer wins. If all fail, the first failure is returned, or `budget`
 * if there was no server to query.
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
 *     asking ── one answers ──► settled: its answer
 *       └────── all failed ───► settled: the first failure
 */
class Failover {
  readonly answered: Promise<FailoverAnswer>;
  private readonly servers: readonly DnsServer[];
  private readonly ask: (server: DnsServer) => Promise<Outcome<DnsReply>>;
  private readonly patienceMs: number;
  private readonly resolve: (answered: FailoverAnswer) => void;
  private readonly timers = new Set<Timer>();
  /** The first failure; a failure other than `resolver_untrusted` takes precedence. */
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
    const { promise, resolve } = Promise.withResolvers<FailoverAnswer>();
    this.answered = promise;
    this.resolve = resolve;
  }

  askNext(): void {
    const server = this.servers[this.asked++];
    if (server === undefined) {
      if (this.waiting === 0) this.settle(this.failure ?? { server: null, outcome: unknown("budget") });
      return;
    }
    this.waiting += 1;
    const timer = this.asked < this.servers.length ? this.startPatience() : null;
    void this.ask(server).then((outcome) => this.end(server, outcome, timer));
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
    // If this server's patience has run out, the next server has already been queried.
    const isPatient = timer === null || this.timers.delete(timer);
    if (timer !== null) clearTimeout(timer);
    this.waiting -= 1;
    if (this.isSettled) return;
    if (outcome.kind !== "unknown") {
      this.settle({ server, outcome });
      return;
    }
    // An untrusted resolver says nothing about the name; the failure of another one may.
    if (this.failure === null || isUntrusted(this.failure.outcome)) this.failure = { server, outcome };
    if (isPatient || this.waiting === 0) this.askNext();
  }

  private settle(answered: FailoverAnswer): void {
    this.isSettled = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.resolve(answered);
  }
}

function isUntrusted(outcome: Outcome<DnsReply>): boolean {
  return outcome.kind === "unknown" && outcome.reason === "resolver_untrusted";
}
