import { orAborted } from "@dnstools/concurrency/abortable";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import { withoutSynthesized } from "@dnstools/core/protocol/nat64";
import { type Outcome, present, type Reason, unknown } from "@dnstools/core/tool/outcome";
import type { Waits } from "@dnstools/core/waits";
import type { DnsClient } from "../dns/client.ts";
import type { AskOptions, Caller, DnsServer } from "../dns/server.ts";
import type { Exchange } from "../exchange.ts";
import { KNOWN_ZONE, type ResolverCheck } from "../resolver/check-resolver.ts";
import { isDoubtful, isFiltered, isForeign, isReferral } from "../resolver/doubtful-reply.ts";
import { askWithFailover, type FailoverAnswer } from "../resolver/failover.ts";
import type { ResolverChecks } from "../resolver/resolver-checks.ts";
import type { EvidenceLog } from "./evidence-log.ts";
import type { HostFaults } from "./host-faults.ts";

/** Options of a query in a session. */
export type DnsQueryOptions = AskOptions & {
  /** True if the name is only a guess: the query is counted, but kept as evidence only if the answer has records. */
  readonly guess?: boolean;
};

/**
 * The answers of our own resolver that would be said of the domain: that its servers fail (SERVFAIL), that the name does
 * not exist, or that it has no records of the type. An address that is not public always counts.
 */
export type Decisive = readonly ("failure" | "nxdomain" | "nodata")[];

/** Options of a query to our own resolvers. */
export type ResolveOptions = DnsQueryOptions & {
  /** Text that replaces the name in the evidence, if the name contains a secret. */
  readonly shown?: string;
  /**
   * True to keep addresses that our resolver has made for NAT64 (DNS64), because the addresses are contacted and not
   * shown as the zone's.
   */
  readonly synthesized?: boolean;
  /** What would be said of the domain, and is therefore compared with the answer of the zone's servers if unproven. */
  readonly decisive?: Decisive;
};

/** The shared parts that a call's DNS queries use. */
export type DnsQueryParts = {
  readonly dns: Pick<DnsClient, "query">;
  readonly checks: Pick<
    ResolverChecks,
    "resolvers" | "known" | "check" | "doubt" | "isSlow" | "rejectsBogus"
  >;
  readonly waits: Pick<Waits, "resolversMs" | "nextServerMs">;
};

/** What one call has learned about our own resolvers. */
type ResolverState = {
  /** The last resolver that answered. It is queried first, so that a call waits only once for a dead resolver. */
  lastGood: DnsServer | null;
  /** Resolvers that failed their check and whose evidence is already in the log. */
  readonly distrusted: Set<DnsServer>;
  /** True if any resolver answers a query now; null until the query has been sent. */
  alive: Promise<boolean | null> | null;
};

/** Receives the outcome of a query. Must not throw. */
type OnOutcome = (outcome: Outcome<DnsReply>) => void;

const NO_OPTIONS: ResolveOptions = {};

/** Reasons of failures that say nothing about a resolver. */
const UNASKED: readonly Reason[] = ["budget", "service_unavailable"];

/** Sends the DNS queries of one call, to one server or to our own resolvers in turn. */
export class DnsQueries {
  readonly state: ResolverState = { lastGood: null, distrusted: new Set(), alive: null };
  private readonly parts: DnsQueryParts;
  private readonly log: EvidenceLog;
  private readonly faults: HostFaults;
  private readonly caller: Caller;

  constructor(parts: DnsQueryParts, log: EvidenceLog, faults: HostFaults) {
    this.parts = parts;
    this.log = log;
    this.faults = faults;
    this.caller = { signal: log.signal, of: log.signal };
  }

  /** Queries one server. */
  ask(server: DnsServer, question: Question, options?: ResolveOptions): Promise<Outcome<DnsReply>> {
    return new Promise((resolve) => this.query(server, question, options, this.caller, resolve));
  }

  /** Queries our own resolvers in turn until one returns a usable reply. */
  resolve(question: Question, options?: ResolveOptions): Promise<FailoverAnswer> {
    const { checks, waits } = this.parts;
    const { resolvers } = checks;
    const [only] = resolvers;
    // A single resolver, such as the one that the deployments bring, has no other to take over.
    if (only !== undefined && resolvers.length === 1)
      return new Promise((resolve, reject) => {
        const done = (outcome: Outcome<DnsReply>) => {
          if (outcome.kind !== "unknown") this.state.lastGood = only;
          resolve({ server: only, outcome });
        };
        this.queryResolver(only, question, options, this.caller, done, reject);
      });
    const { signal } = this.log;
    const { lastGood } = this.state;
    const inTurn = resolvers.toSorted((a, b) => Number(b === lastGood) - Number(a === lastGood));
    // One or two resolvers always finish within `resolversMs`, so only more than two need the limit.
    const limit =
      resolvers.length > 2 ? AbortSignal.any([signal, AbortSignal.timeout(waits.resolversMs)]) : signal;
    return askWithFailover(
      inTurn,
      (server) => this.askResolver(server, question, options, { signal: limit, of: signal }),
      waits.nextServerMs,
    ).then((answered) => {
      if (answered.outcome.kind === "unknown") return answered;
      this.state.lastGood = answered.server;
      const [first] = inTurn;
      if (first !== undefined && first !== answered.server) checks.doubt(first);
      return answered;
    });
  }

  /**
   * Returns true if a trusted resolver answered in this call or answers a query now; null if this could not be
   * determined.
   */
  resolverAlive(): Promise<boolean | null> {
    const { state } = this;
    if (state.lastGood !== null) return Promise.resolve(true);
    state.alive ??= this.askForKnown();
    return state.alive;
  }

  /** Returns true if the trusted resolver that answered last validates DNSSEC; null if this is not known. */
  validates(): boolean | null {
    return this.lastCheck()?.validates ?? null;
  }

  /** Returns true if the trusted resolver that answered last passes on signatures; null if this is not known. */
  signs(): boolean | null {
    return this.lastCheck()?.signatures ?? null;
  }

  /** Returns true if the trusted resolver that answered last rejects bogus names; null if this is not known. */
  async rejectsBogus(): Promise<boolean | null> {
    const { lastGood } = this.state;
    return lastGood === null ? null : orAborted(this.parts.checks.rejectsBogus(lastGood), this.log.signal);
  }

  private lastCheck(): ResolverCheck | null {
    const { lastGood } = this.state;
    return lastGood === null ? null : this.parts.checks.known(lastGood);
  }

  private askResolver(
    resolver: DnsServer,
    question: Question,
    options: ResolveOptions | undefined,
    caller: Caller,
  ): Promise<Outcome<DnsReply>> {
    return new Promise((resolve, reject) =>
      this.queryResolver(resolver, question, options, caller, resolve, reject),
    );
  }

  /**
   * Queries one of our own resolvers. The outcome is `unknown(resolver_untrusted)` if the resolver failed its check,
   * and `unknown(filtered)` if the resolver says that it filters the name, or denies it for a zone of its own.
   * @param failed called with the error if a check of the resolver throws.
   */
  private queryResolver(
    resolver: DnsServer,
    question: Question,
    options: ResolveOptions | undefined,
    caller: Caller,
    done: OnOutcome,
    failed: (error: unknown) => void,
  ): void {
    const earlier = this.parts.checks.known(resolver);
    if (earlier !== null && earlier.fault !== null) {
      done(this.distrust(resolver, earlier));
      return;
    }
    const { checks } = this.parts;
    const isPatient = checks.resolvers.length === 1 && checks.isSlow(resolver);
    const asked = isPatient ? { ...options, patient: true } : options;
    this.query(resolver, question, asked, caller, (outcome) => {
      if (outcome.kind !== "present") done(outcome);
      else if (isFiltered(outcome.value) || isForeign(outcome.value, question)) done(unknown("filtered"));
      else if (earlier !== null && !isDoubtful(outcome)) done(ofZone(outcome, earlier, options));
      else void this.afterCheck(resolver, outcome, options, caller.signal).then(done, failed);
    });
  }

  /** Checks a resolver after an answer of doubtful value, and returns the outcome that the check leaves. */
  private async afterCheck(
    resolver: DnsServer,
    outcome: Outcome<DnsReply> & { readonly kind: "present" },
    options: ResolveOptions | undefined,
    limit: AbortSignal,
  ): Promise<Outcome<DnsReply>> {
    const check = await orAborted(this.parts.checks.check(resolver), limit);
    if (limit.aborted) return unknown(this.log.signal.aborted ? "budget" : "timeout");
    if (check !== null && check.fault !== null) return this.distrust(resolver, check);
    // If the resolver could not be checked, a doubtful denial is not used, but an answer with records is.
    if (check === null && isDoubtful(outcome)) return unknown("timeout");
    return isReferral(outcome.value) ? unknown("referred") : ofZone(outcome, check, options);
  }

  /** Queries one server, and adds the exchange to the log. */
  private query(
    server: DnsServer,
    question: Question,
    options: ResolveOptions | undefined = NO_OPTIONS,
    caller: Caller,
    done: OnOutcome,
  ): void {
    const { log } = this;
    if (caller.signal.aborted || log.isSpent) {
      done(unknown("budget"));
      return;
    }
    const number = log.begin();
    const end = (exchange: Exchange<DnsReply>) => {
      const { outcome } = exchange;
      const { guess, shown } = options;
      if (guess && outcome.kind === "present" && outcome.value.answers.length === 0) {
        log.pass();
        done(outcome);
      } else done(log.end(number, shown === undefined ? exchange : withoutName(exchange, question, shown)));
    };
    this.parts.dns.query(server, question, caller, options, (exchange) =>
      this.faults.ofQuery(server, exchange, options.dnssec ?? false, end),
    );
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

  private async askForKnown(): Promise<boolean | null> {
    const outcomes = await Promise.all(
      this.parts.checks.resolvers.map((one) => this.askResolver(one, KNOWN_ZONE, undefined, this.caller)),
    );
    if (outcomes.some((outcome) => outcome.kind !== "unknown")) return true;
    const cut = outcomes.some((outcome) => outcome.kind === "unknown" && UNASKED.includes(outcome.reason));
    return cut ? null : false;
  }
}

/** Returns a resolver's answer without addresses that the resolver has made itself (DNS64). */
function ofZone(
  outcome: Outcome<DnsReply>,
  check: ResolverCheck | null,
  options: ResolveOptions = NO_OPTIONS,
): Outcome<DnsReply> {
  const prefixes = check?.nat64 ?? [];
  if (prefixes.length === 0 || outcome.kind !== "present" || options.synthesized) return outcome;
  return present(withoutSynthesized(outcome.value, prefixes));
}

/** Removes a secret name from the evidence, and also error texts in which the server may quote the name. */
function withoutName<T>({ outcome, evidence }: Exchange<T>, { name }: Question, shown: string): Exchange<T> {
  const errors = evidence.errors.map((error) => ({ ...error, text: "" }));
  return {
    outcome,
    evidence: { ...evidence, question: evidence.question.replace(name, () => shown), errors },
  };
}
