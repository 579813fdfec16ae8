import type { Evidence } from "@dnstools/core/evidence";
import { type Outcome, unknown } from "@dnstools/core/outcome";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import type { AskOptions, DnsClient, DnsServer } from "./dns/client.ts";
import { type Answered, askInTurn } from "./in-turn.ts";
import type { TopLevels } from "./lookup/top-levels.ts";

/** One tool's look at the network: its questions, and the evidence of every one of them. */
export type Look = {
  /** Every exchange that has ended, in order of asking. */
  readonly evidence: readonly Evidence[];
  /** Asks our resolvers in turn, the next when one fails or takes long, until one gives a usable reply. */
  readonly resolve: (question: Question, options?: AskOptions) => Promise<Answered>;
  /** Asks one server. */
  readonly ask: (server: DnsServer, question: Question, options?: AskOptions) => Promise<Outcome<DnsReply>>;
  /**
   * Whether our resolvers live: true when one answered in this look or answers `. NS` now, false when none does,
   * null when the time was too short to know.
   */
  readonly resolverAlive: () => Promise<boolean | null>;
  readonly topLevels: TopLevels;
};

/** A look asks at most this many questions: enough for every tool, too few to hammer anybody. */
const QUESTIONS_MAX = 512;
/** Milliseconds for all our resolvers, so that time is left to ask whether they live. */
const RESOLVE_MS = 3000;

export function createLook(
  client: DnsClient,
  resolvers: readonly DnsServer[],
  topLevels: TopLevels,
  signal: AbortSignal,
): Look {
  const done: Evidence[] = [];
  let asked = 0;
  let lastGood: DnsServer | null = null;
  let alive: Promise<boolean | null> | null = null;

  async function ask(
    server: DnsServer,
    question: Question,
    options?: AskOptions,
    limit = signal,
  ): Promise<Outcome<DnsReply>> {
    if (limit.aborted || asked >= QUESTIONS_MAX) return unknown("budget");
    asked += 1;
    const id = String(asked);
    const exchange = await client.ask(server, question, limit, options);
    // A question that the end of the whole look cut short says nothing about the server.
    const cut = exchange.evidence.reason === "timeout" && signal.aborted;
    done.push({ id, ...exchange.evidence, ...(cut ? { reason: "budget" as const } : {}) });
    return cut ? unknown("budget") : exchange.outcome;
  }

  async function rootAnswers(): Promise<boolean | null> {
    const root = { name: "", type: "NS" } as const;
    const outcomes = await Promise.all(resolvers.map((resolver) => ask(resolver, root)));
    if (outcomes.some((outcome) => outcome.kind !== "unknown")) return true;
    const cut = outcomes.some((outcome) => outcome.kind === "unknown" && outcome.reason === "budget");
    return cut ? null : false;
  }

  return {
    topLevels,
    get evidence() {
      return done.toSorted((a, b) => Number(a.id) - Number(b.id));
    },
    ask: (server, question, options) => ask(server, question, options),
    async resolve(question, options) {
      // The one that answered last goes first, so that a dead one is waited for once a look.
      const inTurn = resolvers.toSorted((a, b) => Number(b === lastGood) - Number(a === lastGood));
      // Two in turn are done by then.
      const limit =
        resolvers.length > 2 ? AbortSignal.any([signal, AbortSignal.timeout(RESOLVE_MS)]) : signal;
      const got = await askInTurn(inTurn, (server) => ask(server, question, options, limit));
      if (got.outcome.kind !== "unknown") lastGood = got.server;
      return got;
    },
    resolverAlive() {
      if (lastGood !== null) return Promise.resolve(true);
      alive ??= rootAnswers();
      return alive;
    },
  };
}
