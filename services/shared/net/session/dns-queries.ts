import { orAborted } from "@dnstools/concurrency/abortable";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import { type Outcome, type Reason, unknown } from "@dnstools/core/tool/outcome";
import type { Waits } from "@dnstools/core/waits";
import type { DnsClient } from "../dns/client.ts";
import type { AskOptions, DnsServer } from "../dns/server.ts";
import type { Exchange } from "../exchange.ts";
import type { ResolverCheck } from "../resolver/check-resolver.ts";
import { isDoubtful, isFiltered, isReferral } from "../resolver/doubtful-reply.ts";
import { askWithFailover, type FailoverAnswer } from "../resolver/failover.ts";
import type { ResolverChecks } from "../resolver/resolver-checks.ts";
import type { EvidenceLog } from "./evidence-log.ts";

/** Options of a query in a session. */
export type DnsQueryOptions = AskOptions & {
  /** True if the name is only a guess: the query is counted, but kept as evidence only if the answer has records. */
  readonly guess?: boolean;
};

/** Options of a query to our own resolvers. */
export type ResolveOptions = DnsQueryOptions & {
  /** Text that replaces the name in the evidence, if the name contains a secret. */
  readonly shown?: string;
};

/** The shared parts that a call's DNS queries use. */
export type DnsQueryParts = {
  readonly dns: Pick<DnsClient, "ask">;
  readonly resolvers: readonly DnsServer[];
  readonly checks: Pick<ResolverChecks, "known" | "check">;
  readonly waits: Pick<Waits, "resolversMs" | "nextServerMs">;
};

/** What one call has learned about our own resolvers. */
type ResolverState = {
  /** The last resolver that answered. It is queried first, so that a call waits only once for a dead resolver. */
  lastGood: DnsServer | null;
  /** Resolvers that failed their check and whose evidence is already in the log. */
  readonly distrusted: Set<DnsServer>;
  /** True if any resolver answers `. NS`; null until the query has been sent. */
  alive: Promise<boolean | null> | null;
};

/** Reasons of failures that say nothing about a resolver. */
const UNASKED: readonly Reason[] = ["budget", "service_unavailable"];

/** Sends the DNS queries of one call, to one server or to our own resolvers in turn. */
export class DnsQueries {
  readonly state: ResolverState = { lastGood: null, distrusted: new Set(), alive: null };
  private readonly parts: DnsQueryParts;
  private readonly log: EvidenceLog;

  constructor(parts: DnsQueryParts, log: EvidenceLog) {
    this.parts = parts;
    this.log = log;
  }

  /**
   * Queries one server.
   * @param limit signal that ends only this query; default: the end of the call.
   */
  async ask(
    server: DnsServer,
    question: Question,
    options?: ResolveOptions,
    limit = this.log.signal,
  ): Promise<Outcome<DnsReply>> {
    const { log } = this;
    if (limit.aborted || log.isSpent) return unknown("budget");
    const id = log.begin();
    const exchange = await this.parts.dns.ask(server, question, limit, { ...options, of: log.signal });
    const { outcome } = exchange;
    if (options?.guess && outcome.kind === "present" && outcome.value.answers.length === 0) {
      log.pass();
      return outcome;
    }
    return log.end(
      id,
      options?.shown === undefined ? exchange : withoutName(exchange, question, options.shown),
    );
  }

  /** Queries our own resolvers in turn until one returns a usable reply. */
  async resolve(question: Question, options?: ResolveOptions): Promise<FailoverAnswer> {
    const { resolvers, waits } = this.parts;
    const [only] = resolvers;
    // A single resolver, such as the one that the deployments bring, has no other to take over.
    if (only !== undefined && resolvers.length === 1) {
      const outcome = await this.askResolver(only, question, options);
      if (outcome.kind !== "unknown") this.state.lastGood = only;
      return { server: only, outcome };
    }
    const { signal } = this.log;
    const { lastGood } = this.state;
    const inTurn = resolvers.toSorted((a, b) => Number(b === lastGood) - Number(a === lastGood));
    // One or two resolvers always finish within `resolversMs`, so only more than two need the limit.
    const limit =
      resolvers.length > 2 ? AbortSignal.any([signal, AbortSignal.timeout(waits.resolversMs)]) : signal;
    const answered = await askWithFailover(
      inTurn,
      (server) => this.askResolver(server, question, options, limit),
      waits.nextServerMs,
    );
    if (answered.outcome.kind !== "unknown") this.state.lastGood = answered.server;
    return answered;
  }

  /**
   * Returns true if a trusted resolver answered in this call or answers `. NS` now; null if this could not be
   * determined.
   */
  resolverAlive(): Promise<boolean | null> {
    const { state } = this;
    if (state.lastGood !== null) return Promise.resolve(true);
    state.alive ??= this.askForRoot();
    return state.alive;
  }

  /**
   * Queries one of our own resolvers. The outcome is `unknown(resolver_untrusted)` if the resolver failed its check,
   * and `unknown(filtered)` if the resolver reports that it filters the name.
   */
  private async askResolver(
    resolver: DnsServer,
    question: Question,
    options?: ResolveOptions,
    limit = this.log.signal,
  ): Promise<Outcome<DnsReply>> {
    const { checks } = this.parts;
    const earlier = checks.known(resolver);
    if (earlier !== null && earlier.fault !== null) return this.distrust(resolver, earlier);
    const outcome = await this.ask(resolver, question, options, limit);
    if (outcome.kind === "present" && isFiltered(outcome.value)) return unknown("filtered");
    if (outcome.kind !== "present" || (earlier !== null && !isDoubtful(outcome))) return outcome;
    const check = await orAborted(checks.check(resolver), limit);
    if (limit.aborted) return unknown(this.log.signal.aborted ? "budget" : "timeout");
    if (check !== null && check.fault !== null) return this.distrust(resolver, check);
    // If the resolver could not be checked, a doubtful denial is not used, but an answer with records is.
    if (check === null && isDoubtful(outcome)) return unknown("timeout");
    return isReferral(outcome.value) ? unknown("referred") : outcome;
  }

  /** Adds the evidence against a resolver to the log, once. */
  private distrust(resolver: DnsServer, { evidence }: ResolverCheck): Outcome<never> {
    const { state } = this;
    if (state.lastGood === resolver) state.lastGood = null;
    if (evidence !== null && !state.distrusted.has(resolver)) {
      state.distrusted.add(resolver);
      this.log.add(evidence);
    }
    return unknown("resolver_untrusted");
  }

  private async askForRoot(): Promise<boolean | null> {
    const root = { name: "", type: "NS" } as const;
    const outcomes = await Promise.all(
      this.parts.resolvers.map((resolver) => this.askResolver(resolver, root)),
    );
    if (outcomes.some((outcome) => outcome.kind !== "unknown")) return true;
    const cut = outcomes.some((outcome) => outcome.kind === "unknown" && UNASKED.includes(outcome.reason));
    return cut ? null : false;
  }
}

/** Removes a secret name from the evidence, and also error texts in which the server may quote the name. */
function withoutName<T>({ outcome, evidence }: Exchange<T>, { name }: Question, shown: string): Exchange<T> {
  const errors = evidence.errors.map((error) => ({ ...error, text: "" }));
  return {
    outcome,
    evidence: { ...evidence, question: evidence.question.replace(name, () => shown), errors },
  };
}
