import { orAborted } from "@dnstools/concurrency/abortable";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import { type Outcome, unknown } from "@dnstools/core/tool/outcome";
import type { DnsServer, NetSession } from "@dnstools/net";

type Query = {
  readonly server: DnsServer;
  readonly question: Question;
  readonly dnssec?: boolean | undefined;
};

/** Maximum size of a reply in bytes. The root's SOA record with its signatures takes about 1200 bytes. */
const ANSWER_BYTES_MAX = 16_384;
/** Reasons of failures for which a reply did arrive. */
const ANSWERED: readonly string[] = ["servfail", "refused", "malformed", "too_large"];

/** Sends several queries at the same time, and stores the outcome of each. */
export class AskedAll {
  /** Resolves with all outcomes when every query has completed. */
  readonly all: Promise<readonly Outcome<DnsReply>[]>;
  private readonly outcomes: Outcome<DnsReply>[];

  constructor(session: NetSession, queries: readonly Query[]) {
    this.outcomes = queries.map(() => unknown("timeout"));
    this.all = Promise.all(
      queries.map(async ({ server, question, dnssec = false }, i) => {
        const outcome = await session.ask(server, question, { dnssec, bytesMax: ANSWER_BYTES_MAX });
        this.outcomes[i] = outcome;
        return outcome;
      }),
    );
  }

  /**
   * Returns the outcomes when all queries have completed or `ms` milliseconds have passed. The outcome of a query that
   * is still in flight is a timeout.
   */
  async within(ms: number): Promise<readonly Outcome<DnsReply>[]> {
    await orAborted(this.all, AbortSignal.timeout(ms));
    return [...this.outcomes];
  }

  /** True if any reply has arrived, usable or not. */
  get isAnswered(): boolean {
    return this.outcomes.some(
      (outcome) =>
        outcome.kind === "present" || (outcome.kind === "unknown" && ANSWERED.includes(outcome.reason)),
    );
  }
}
