import { orAborted } from "@dnstools/concurrency/abortable";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import { type Outcome, unknown } from "@dnstools/core/tool/outcome";
import type { DnsServer, NetSession } from "@dnstools/net";

type Query = {
  readonly server: DnsServer;
  readonly question: Question;
  readonly dnssec?: boolean | undefined;
};

/** Bytes of an answer that is read: a root's SOA with its signatures takes some 1200. */
const ANSWER_BYTES_MAX = 16_384;
/** Reasons that take an answer. */
const ANSWERED: readonly string[] = ["servfail", "refused", "malformed", "too_large"];

/** Questions that are asked at the same time, and what each has come to. */
export class AskedAll {
  /** What each comes to in the end. */
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

  /** What each has come to within a time: a timeout where that is nothing yet. */
  async within(ms: number): Promise<readonly Outcome<DnsReply>[]> {
    await orAborted(this.all, AbortSignal.timeout(ms));
    return [...this.outcomes];
  }

  /** Whether any answer has come, usable or not. */
  get isAnswered(): boolean {
    return this.outcomes.some(
      (outcome) =>
        outcome.kind === "present" || (outcome.kind === "unknown" && ANSWERED.includes(outcome.reason)),
    );
  }
}
