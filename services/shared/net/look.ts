import { orAborted } from "@dnstools/concurrency/abortable";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { isIp } from "@dnstools/core/protocol/ip";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { TlsSeen, TlsTarget } from "@dnstools/core/tls";
import type { Evidence } from "@dnstools/core/tool/evidence";
import { type Outcome, present, type Reason, unknown } from "@dnstools/core/tool/outcome";
import type { Waits } from "@dnstools/core/waits";
import type { AskOptions, DnsClient, DnsServer, TransferExchange } from "./dns/client.ts";
import type { TransferLimits } from "./dns/transfer.ts";
import type { Exchange } from "./exchange.ts";
import type { HttpClient, HttpReply, HttpRequest } from "./http.ts";
import type { TopLevels } from "./lookup/top-levels.ts";
import type { Bootstrap, Registry } from "./registry/bootstrap.ts";
import type { RegistryPace } from "./registry/pace.ts";
import type { WhoisClient, WhoisRequest } from "./registry/port43.ts";
import { type Answered, askInTurn } from "./resolver/in-turn.ts";
import {
  isDoubtful,
  isFiltered,
  isReferral,
  type ResolverCheck,
  type ResolverChecks,
} from "./resolver/resolver-checks.ts";
import type { TlsClient } from "./tls/client.ts";
import { tlsEvidence } from "./tls/evidence.ts";

/** One tool's look at the network: its questions, and the evidence of every one of them. */
export type Look = {
  /** Every exchange that has ended, in order of asking. */
  readonly evidence: readonly Evidence[];
  /** Asks our resolvers in turn, the next when one fails or takes long, until one gives a usable reply. */
  readonly resolve: (question: Question, options?: ResolveOptions) => Promise<Answered>;
  /** Asks one server. */
  readonly ask: (server: DnsServer, question: Question, options?: LookOptions) => Promise<Outcome<DnsReply>>;
  /** Asks a server for a whole zone (AXFR). */
  readonly transfer: (server: DnsServer, apex: string, options: TransferOptions) => Promise<TransferSeen>;
  /** How many questions a server that is none of ours takes at once now; below zero, so many wait for their turn. */
  readonly room: (server: DnsServer) => number;
  /** How many questions were asked so far, and may be. */
  readonly questions: () => { readonly asked: number; readonly most: number };
  /**
   * Whether our resolvers live: true when one that is believed answered in this look or answers `. NS` now, false when none does,
   * null when the time was too short to know, or none could be asked.
   */
  readonly resolverAlive: () => Promise<boolean | null>;
  /** GETs a URL from one of its host's addresses, the next when one cannot be reached. */
  readonly get: (url: URL, options: GetOptions) => Promise<Outcome<HttpReply>>;
  /** Looks at the TLS of one server. */
  readonly tls: (target: TlsTarget) => Promise<TlsSeen>;
  /** Asks a whois server one line, at one of its addresses. @param judge what its answer comes to. */
  readonly whois: (
    server: WhoisServer,
    line: string,
    until: AbortSignal,
    judge: WhoisRequest["judge"],
  ) => Promise<Outcome<Uint8Array>>;
  /** Waits for a host's turn (see RegistryPace); why it may not be asked, or `go`. */
  readonly turn: (host: string, until: AbortSignal | null) => Promise<"go" | Reason>;
  /** A host said that we ask too often. */
  readonly backOff: RegistryPace["backOff"];
  /** Seconds until it wants to be asked again. */
  readonly restS: RegistryPace["restS"];
  /** The RDAP server that IANA names, with the evidence of finding it out. */
  readonly rdapBase: (registry: Registry, key: string) => Promise<Outcome<string>>;
  readonly topLevels: TopLevels;
  /** DS data of the root's keys. */
  readonly trustAnchors: readonly Uint8Array[];
  /** How long servers of others are waited for. */
  readonly waits: Waits;
};

export type LookOptions = AskOptions & {
  /** A guess: that there is nothing there is counted, and not kept as evidence of each. */
  readonly guess?: boolean;
};

export type TransferOptions = TransferLimits & {
  readonly until: AbortSignal;
  readonly onRecords: (records: readonly DnsRecord[]) => void;
};

/** What came of a transfer: its end, the server's code in its first message, and how far it came. */
export type TransferSeen = Pick<TransferExchange, "outcome" | "connected" | "records" | "bytes"> & {
  readonly rcode: string | null;
  readonly elapsedMs: number;
};

export type ResolveOptions = LookOptions & {
  /** What evidence has in place of the name, where that holds a secret. */
  readonly shown?: string;
};

export type GetOptions = {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytesMax: number;
  /** See `HttpRequest`. */
  readonly connectMs?: number;
  /** When nobody waits for it any longer, where that is before the look's end. */
  readonly until: AbortSignal | null;
  /** Where a registry is asked: what its reply comes to. */
  readonly rdap?: NonNullable<HttpRequest["rdap"]>;
};

export type WhoisServer = { readonly host: string; readonly port: number };

/** What is known of registries over all calls. */
type Registries = { readonly pace: RegistryPace; readonly bootstrap: Bootstrap };

/** What a look asks with, and what it knows from others. */
export type LookParts = {
  readonly dns: DnsClient;
  readonly http: HttpClient;
  readonly whois: WhoisClient;
  readonly tls: TlsClient;
  readonly resolvers: readonly DnsServer[];
  readonly checks: ResolverChecks;
  readonly trustAnchors: readonly Uint8Array[];
  readonly topLevels: TopLevels;
  readonly registries: Registries;
  readonly waits: Waits;
};

/** Evidence without a name that nobody may see; what the server wrote may have it too. */
function withoutName<T>({ outcome, evidence }: Exchange<T>, { name }: Question, shown: string): Exchange<T> {
  const errors = evidence.errors.map((error) => ({ ...error, text: "" }));
  return {
    outcome,
    evidence: { ...evidence, question: evidence.question.replace(name, () => shown), errors },
  };
}

/** A look asks at most this many questions, where its tool has no other bound: too few to hammer anybody. */
const QUESTIONS_MAX = 512;
/** Addresses of a host that are tried. */
const ADDRESSES_MAX = 3;
/** Another address may do better. */
const ELSEWHERE: readonly Reason[] = ["unreachable", "timeout", "no_ipv6_here"];

/** These say nothing of a resolver. */
const UNASKED: readonly Reason[] = ["budget", "service_unavailable"];

/** @param most questions it asks at most. */
export function createLook(parts: LookParts, signal: AbortSignal, most = QUESTIONS_MAX): Look {
  const { resolvers, checks, topLevels, registries, waits } = parts;
  const done: Evidence[] = [];
  let asked = 0;
  const distrusted = new Set<DnsServer>();
  let lastGood: DnsServer | null = null;
  let alive: Promise<boolean | null> | null = null;

  async function ask(
    server: DnsServer,
    question: Question,
    options?: ResolveOptions,
    limit = signal,
  ): Promise<Outcome<DnsReply>> {
    if (limit.aborted || asked >= most) return unknown("budget");
    asked += 1;
    const id = String(asked);
    const exchange = await parts.dns.ask(server, question, limit, { ...options, of: signal });
    const { outcome } = exchange;
    if (options?.guess && outcome.kind === "present" && outcome.value.answers.length === 0) return outcome;
    return noted(
      id,
      options?.shown === undefined ? exchange : withoutName(exchange, question, options.shown),
    );
  }

  /** Keeps the evidence. A question that the end of the whole look cut short says nothing about the server. */
  function noted<T>(id: string, { outcome, evidence }: Exchange<T>): Outcome<T> {
    const cut = evidence.reason === "timeout" && signal.aborted;
    done.push({ id, ...evidence, ...(cut ? { reason: "budget" as const } : {}) });
    return cut ? unknown("budget") : outcome;
  }

  /** Asks one of our resolvers. `resolver_untrusted` where its check speaks against it, `filtered` where it says so itself. */
  async function askResolver(
    resolver: DnsServer,
    question: Question,
    options?: ResolveOptions,
    limit = signal,
  ): Promise<Outcome<DnsReply>> {
    const known = checks.known(resolver);
    if (known !== null && known.fault !== null) return untrusted(resolver, known);
    const outcome = await ask(resolver, question, options, limit);
    if (outcome.kind === "present" && isFiltered(outcome.value)) return unknown("filtered");
    if (outcome.kind !== "present" || (known !== null && !isDoubtful(outcome))) return outcome;
    const check = await orAborted(checks.check(resolver), limit);
    if (limit.aborted) return unknown(signal.aborted ? "budget" : "timeout");
    if (check !== null && check.fault !== null) return untrusted(resolver, check);
    // A denial that could not be checked is none; an answer with records is believed.
    if (check === null && isDoubtful(outcome)) return unknown("timeout");
    return isReferral(outcome.value) ? unknown("referred") : outcome;
  }

  /** Keeps the evidence against a resolver, once. */
  function untrusted(resolver: DnsServer, { evidence }: ResolverCheck): Outcome<never> {
    if (lastGood === resolver) lastGood = null;
    if (evidence !== null && !distrusted.has(resolver)) {
      distrusted.add(resolver);
      asked += 1;
      done.push({ ...evidence, id: String(asked) });
    }
    return unknown("resolver_untrusted");
  }

  async function resolve(question: Question, options?: ResolveOptions): Promise<Answered> {
    // The one that answered last goes first, so that a dead one is waited for once a look.
    const inTurn = resolvers.toSorted((a, b) => Number(b === lastGood) - Number(a === lastGood));
    // Two in turn are done by then.
    const limit =
      resolvers.length > 2 ? AbortSignal.any([signal, AbortSignal.timeout(waits.resolversMs)]) : signal;
    const got = await askInTurn(
      inTurn,
      (server) => askResolver(server, question, options, limit),
      waits.nextServerMs,
    );
    if (got.outcome.kind !== "unknown") lastGood = got.server;
    return got;
  }

  /** A host's addresses, IPv6 only where there is no other. */
  async function addressesOf(host: string): Promise<Outcome<readonly string[]>> {
    const literal = host.replace(/^\[(.*)\]$/, "$1");
    if (isIp(literal)) return present([literal]);
    for (const type of ["A", "AAAA"] as const) {
      const { outcome } = await resolve({ name: host, type });
      if (outcome.kind === "unknown") return outcome;
      const answers = outcome.kind === "present" ? outcome.value.answers : [];
      const found = walkChain(answers, host, type).records.map((record) => record.value);
      if (found.length > 0) return present(found.slice(0, ADDRESSES_MAX));
      if (outcome.kind === "present" && outcome.value.rcode === "NXDOMAIN") break;
    }
    return unknown("no_servers");
  }

  /** Tries a host's addresses in turn, until one answers or there is no use in trying another. */
  async function reach<T>(
    host: string,
    until: AbortSignal | null,
    exchange: (address: string, limit: AbortSignal) => Promise<Exchange<T>>,
  ): Promise<Outcome<T>> {
    const addresses =
      until === null
        ? await addressesOf(host)
        : ((await orAborted(addressesOf(host), until)) ?? unknown("timeout"));
    if (addresses.kind !== "present") return addresses.kind === "absent" ? unknown("no_servers") : addresses;
    let outcome: Outcome<T> = unknown("budget");
    for (const [i, address] of addresses.value.entries()) {
      if (signal.aborted || asked >= most) return unknown("budget");
      if (until?.aborted) return unknown("timeout");
      asked += 1;
      const id = String(asked);
      const last = i === addresses.value.length - 1;
      const ends = [
        signal,
        ...(until === null ? [] : [until]),
        ...(last ? [] : [AbortSignal.timeout(waits.addressMs)]),
      ];
      const limit = AbortSignal.any(ends);
      outcome = noted(id, await exchange(address, limit));
      if (outcome.kind !== "unknown" || !ELSEWHERE.includes(outcome.reason)) return outcome;
    }
    return outcome;
  }

  async function tls(target: TlsTarget): Promise<TlsSeen> {
    asked += 1;
    const id = String(asked);
    const start = performance.now();
    const seen = await parts.tls.look(target, signal);
    noted(id, tlsEvidence(target, seen, performance.now() - start));
    return seen;
  }

  async function transfer(
    server: DnsServer,
    apex: string,
    { until, onRecords, ...limits }: TransferOptions,
  ): Promise<TransferSeen> {
    const nothing = { connected: false, records: 0, bytes: 0, rcode: null, elapsedMs: 0 };
    if (signal.aborted || asked >= most) return { ...nothing, outcome: unknown("budget") };
    asked += 1;
    const id = String(asked);
    const end = AbortSignal.any([signal, until]);
    const { outcome, evidence, ...far } = await parts.dns.transfer(server, apex, end, onRecords, limits);
    const { rcode, elapsedMs } = evidence;
    return { ...far, outcome: noted(id, { outcome, evidence }), rcode, elapsedMs };
  }

  async function rootAnswers(): Promise<boolean | null> {
    const root = { name: "", type: "NS" } as const;
    const outcomes = await Promise.all(resolvers.map((resolver) => askResolver(resolver, root)));
    if (outcomes.some((outcome) => outcome.kind !== "unknown")) return true;
    const cut = outcomes.some((outcome) => outcome.kind === "unknown" && UNASKED.includes(outcome.reason));
    return cut ? null : false;
  }

  return {
    topLevels,
    trustAnchors: parts.trustAnchors,
    waits,
    transfer,
    room: parts.dns.room,
    questions: () => ({ asked, most }),
    get evidence() {
      return done.toSorted((a, b) => Number(a.id) - Number(b.id));
    },
    tls,
    ask: (server, question, options) => ask(server, question, options),
    resolve,
    get: (url, { until, ...options }) =>
      reach(url.hostname, until, (address, limit) => parts.http.get({ url, address, ...options }, limit)),
    whois: ({ host, port }, line, until, judge) =>
      reach(host, until, (address, limit) =>
        parts.whois.ask({ server: host, address, port, line, judge }, limit),
      ),
    async turn(host, until) {
      const turn = await registries.pace.enter(
        host,
        until === null ? signal : AbortSignal.any([signal, until]),
      );
      return turn === "timeout" && signal.aborted ? "budget" : turn;
    },
    backOff: registries.pace.backOff,
    restS: registries.pace.restS,
    async rdapBase(registry, key) {
      const found = await orAborted(registries.bootstrap.baseOf(registry, key), signal);
      if (found === null) return unknown("budget");
      // It may have been found for somebody else, too.
      for (const one of found.evidence) {
        asked += 1;
        done.push({ ...one, id: String(asked) });
      }
      return found.outcome;
    },
    resolverAlive() {
      if (lastGood !== null) return Promise.resolve(true);
      alive ??= rootAnswers();
      return alive;
    },
  };
}
