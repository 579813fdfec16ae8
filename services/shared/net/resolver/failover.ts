import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { type Outcome, unknown } from "@dnstools/core/tool/outcome";
import type { DnsServer } from "../dns/server.ts";

/** An outcome, and the server that gave it (or that was asked first); null when none was asked. */
export type FailoverAnswer = { readonly server: DnsServer | null; readonly outcome: Outcome<DnsReply> };

/**
 * Asks servers in turn: the next when one fails, or when it has been silent for `patienceMs` and may still answer. The
 * first answer wins. When all fail, the first one's reason is told; `budget` where there was none to ask.
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
 * One question to servers in turn.
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
  /** The first failure that says something of the name. */
  private failure: { readonly server: DnsServer; readonly outcome: Outcome<DnsReply> } | null = null;
  /** Servers that were asked, and those of them that have not answered or failed. */
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
    // A server whose patience ran out has had the next asked already.
    const isPatient = timer === null || this.timers.delete(timer);
    if (timer !== null) clearTimeout(timer);
    this.waiting -= 1;
    if (this.isSettled) return;
    if (outcome.kind !== "unknown") {
      this.settle({ server, outcome });
      return;
    }
    // That one resolver is not believed says nothing of the name; how another failed may.
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
