import type { OnEvent, UpstreamClass } from "@dnstools/core/net-event";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { present, type Reason, unknown } from "@dnstools/core/tool/outcome";
import { WAITS, type Waits } from "@dnstools/core/waits";
import type { Exchange } from "../exchange.ts";
import type { EgressGuard } from "../guard.ts";
import { createSockets, type Sockets } from "../sockets.ts";
import { askedText, evidenceOf, queryEvent } from "./evidence.ts";
import { type Decided, Flight, type Ways } from "./flight.ts";
import type { Pace } from "./pace.ts";
import { createRoundTrips } from "./rtt.ts";
import { createSocketPool } from "./socket-pool.ts";
import { receiveZone, type Transfer, type TransferLimits, type Transferred } from "./transfer.ts";
import type { Endpoint } from "./transport.ts";
import { createTurns, type Turns } from "./turns.ts";

/** A server to ask: one of our resolvers, or one of a zone's own servers. */
export type DnsServer = Endpoint & {
  /** Its name in evidence; `resolver` for ours. */
  readonly name: string;
  readonly upstream: UpstreamClass;
};

/** What is wanted beside the answer. */
export type AskOptions = {
  /** DO: signatures too. */
  readonly dnssec?: boolean;
  /** CD: the resolver must not check signatures. */
  readonly unchecked?: boolean;
  /** Over TCP from the start. */
  readonly tcp?: boolean;
  /** Called when the server has taken our TCP connection; not where the same question is on its way for somebody else. */
  readonly onConnected?: () => void;
  /** Bytes of an answer that is read; a larger one is too_large. Default as large as answers can be. */
  readonly bytesMax?: number;
  /** One of hundreds for one caller: at other people's servers it lets the questions of others go first. */
  readonly bulk?: boolean;
  /** Whoever it is asked for: questions to our resolvers for the same stand in one line. Default its signal. */
  readonly of?: object;
};

export type DnsClient = {
  /**
   * Asks one server one question, over UDP, again after a while without an answer, and over TCP when the answer is
   * truncated. Total: resolves with a usable reply (NOERROR or NXDOMAIN) or with `unknown`, at the end of its wait (see Waits)
   * at the latest, or when the signal fires. A server that is none of ours passes the egress guard first, and is not
   * asked faster than the pace allows. The same question to the same server at the same time is sent once.
   */
  readonly ask: (
    server: DnsServer,
    question: Question,
    signal: AbortSignal,
    options?: AskOptions,
  ) => Promise<Exchange<DnsReply>>;
  /** How many questions a server that is none of ours takes at once now (see Pace). */
  readonly room: (server: DnsServer) => number;
  /**
   * Asks a server for a whole zone, over TCP. Total; ends after `transferMs` at the latest, or when the signal fires. @param onRecords called with the records as they come.
   */
  readonly transfer: (
    server: DnsServer,
    apex: string,
    signal: AbortSignal,
    onRecords: (records: readonly DnsRecord[]) => void,
    limits?: TransferLimits,
  ) => Promise<TransferExchange>;
};

/** A transfer, and how far it came where it did not come to its end. */
export type TransferExchange = Exchange<Transfer> & Pick<Transferred, "connected" | "records" | "bytes">;

export type ClientOptions = {
  /** Which of other people's servers may be asked. */
  readonly guard: EgressGuard;
  /** How fast. */
  readonly pace: Pace;
  /** Default: any number of sockets. */
  readonly sockets?: Sockets;
  /** Letters in random case in questions to them (0x20). */
  readonly mixedCase: boolean;
  /** Default: as they are in ordinary use. */
  readonly waits?: Waits;
  readonly onEvent: OnEvent;
};

/** One who asked and waits, as long as the signal does not fire. */
type Caller = {
  readonly server: DnsServer;
  /** The question as evidence shows it. */
  readonly asked: string;
  readonly transport: "udp" | "tcp";
  readonly since: number;
  readonly resolve: (exchange: Exchange<DnsReply>) => void;
  /** All who wait for the same signal. */
  readonly among: Set<Caller>;
  joined: Joined | null;
};

/** A flight and who waits for it. */
type Joined = { readonly key: string; readonly flight: Flight; readonly callers: Caller[] };

/** Milliseconds between looks at the clock for the questions under way. */
const TICK_MS = 20;

export function createDnsClient(options: ClientOptions): DnsClient {
  const { guard, pace, sockets = createSockets(null), mixedCase, waits = WAITS, onEvent } = options;
  const pool = createSocketPool(sockets);
  const ways: Ways = { roundTrips: createRoundTrips(), pool, sockets, mixedCase, waits, onEvent };
  const flights = new Map<string, Joined>();
  const callersOf = new WeakMap<AbortSignal, Set<Caller>>();
  let clock: Timer | null = null;
  const turns = new Map<string, Turns>();

  /** When the clock was looked at last. */
  let tickedAt = 0;

  /** One clock for all questions: two timers for each would cost as much as its answer. */
  function tick(): void {
    const now = performance.now();
    // While this process stands still (a busy machine, long computing) it hears no answer: that time is not the server's.
    const late = now - tickedAt - TICK_MS;
    const stoodStillMs = late > TICK_MS ? late : 0;
    tickedAt = now;
    for (const one of turns.values()) one.tick();
    for (const { flight } of flights.values()) flight.tick(now, stoodStillMs);
    if (flights.size > 0 || clock === null) return;
    clearInterval(clock);
    clock = null;
  }

  /** Each of our resolvers has a line of its own: a dead one must not hold up the others. */
  function turnsAt({ address, port }: DnsServer): Turns {
    const key = `${address}#${port}`;
    let found = turns.get(key);
    if (found === undefined) {
      found = createTurns();
      turns.set(key, found);
    }
    return found;
  }

  /** Those who wait for a signal; it has one listener for all of them. */
  function waitersFor(signal: AbortSignal): Set<Caller> {
    let callers = callersOf.get(signal);
    if (callers === undefined) {
      const all = new Set<Caller>();
      signal.addEventListener("abort", () => {
        // First out of the line, or each that ends would let another go that nobody waits for any more.
        const inLine = [...turns.values()].map((line) => ({ line, flights: line.withdraw(signal) }));
        for (const caller of all) {
          caller.resolve(cutShort(caller));
          leave(caller);
        }
        all.clear();
        for (const { line, flights } of inLine) {
          for (const flight of flights) if (!flight.ended) line.take(flight, flight);
        }
      });
      callersOf.set(signal, all);
      callers = all;
    }
    return callers;
  }

  /** Whether a server that is none of ours may be asked, now: where it is allowed, and not faster than is polite. */
  async function admit(
    { address, upstream }: DnsServer,
    signal: AbortSignal,
    bulk = false,
  ): Promise<Admission> {
    const refusal = guard.refusal(address);
    if (refusal !== null) return { leave: null, reason: refusal.reason };
    const turn = await pace.enter(address, { resolver: upstream === "public", bulk, signal });
    // Without a turn the server has more to do for us than it should: that is about us, not about it.
    return turn === null ? { leave: null, reason: "budget" } : turn;
  }

  /** Leaves a flight; the last one to leave ends it. */
  function leave(caller: Caller): void {
    if (caller.joined === null) return;
    const { key, flight, callers } = caller.joined;
    callers.splice(callers.indexOf(caller), 1);
    if (callers.length > 0) return;
    flights.delete(key);
    flight.abandon();
  }

  /** A turn together with a place for a socket; both are given back together. */
  async function placed(leave: () => void, signal: AbortSignal): Promise<Admission> {
    const place = await sockets.acquire(signal, signal);
    if (place === null) {
      leave();
      return { leave: null, reason: "service_unavailable" };
    }
    return {
      leave() {
        place.release();
        leave();
      },
    };
  }

  async function startPolitely(flight: Flight, bulk: boolean): Promise<void> {
    const admission = await admit(flight.server, flight.givenUp, bulk);
    if (admission.leave === null) flight.fail(admission.reason);
    else flight.start(admission.leave);
  }

  return {
    ask(server, question, signal, options = {}) {
      const asked = askedText(question, options);
      const { promise, resolve } = Promise.withResolvers<Exchange<DnsReply>>();
      const among = waitersFor(signal);
      const transport = options.tcp ? "tcp" : "udp";
      const since = performance.now();
      const caller: Caller = { server, asked, transport, since, resolve, among, joined: null };
      if (signal.aborted) {
        resolve(cutShort(caller));
        return promise;
      }
      among.add(caller);
      // Another name of the same address is asked for itself: evidence tells whom we asked.
      const key = `${server.upstream} ${server.name} ${server.address}#${server.port} ${asked} ${options.bytesMax ?? ""}`;
      const same = flights.get(key);
      if (same !== undefined) {
        same.callers.push(caller);
        caller.joined = same;
        return promise;
      }
      const callers = [caller];
      const flight = new Flight(server, question, options, ways, (decided) => {
        flights.delete(key);
        const exchange = { outcome: decided.outcome, evidence: evidenceOf(server, asked, decided) };
        if (decided.sent) onEvent(queryEvent(server.upstream, decided));
        for (const one of callers) {
          one.among.delete(one);
          one.resolve(exchange);
        }
      });
      caller.joined = { key, flight, callers };
      flights.set(key, caller.joined);
      if (clock === null) {
        tickedAt = performance.now();
        clock = setInterval(tick, TICK_MS);
      }
      if (server.upstream === "recursor") turnsAt(server).take(flight, options.of ?? signal);
      else void startPolitely(flight, options.bulk ?? false);
      return promise;
    },
    room: ({ address }) => pace.room(address),
    async transfer(server, apex, signal, onRecords, limits) {
      let admission = await admit(server, signal);
      if (signal.aborted) {
        admission.leave?.();
        admission = { leave: null, reason: "timeout" };
      }
      if (admission.leave !== null) admission = await placed(admission.leave, signal);
      const at = new Date().toISOString();
      const start = performance.now();
      const { outcome, first, ...far }: Transferred =
        admission.leave === null
          ? { outcome: unknown(admission.reason), first: null, connected: false, records: 0, bytes: 0 }
          : await receiveZone(server, apex, signal, onRecords, {
              waitMs: waits.transferMs,
              sockets,
              ...limits,
            }).finally(admission.leave);
      const elapsedMs = performance.now() - start;
      const sent = admission.leave !== null;
      // For evidence it is the first message that counts.
      const word =
        outcome.kind === "present" && first !== null
          ? present(first)
          : unknown(outcome.kind === "unknown" ? outcome.reason : "refused");
      const times = { elapsedMs, lastMs: elapsedMs };
      const decided: Decided = { outcome: word, transport: "tcp", reply: first, at, ...times, sent };
      if (sent) onEvent(queryEvent(server.upstream, decided));
      return { outcome, evidence: evidenceOf(server, `${apex}. IN AXFR`, decided), ...far };
    },
  };
}

type Admission = { readonly leave: () => void } | { readonly leave: null; readonly reason: Reason };

/** What somebody gets whose signal fires before there is an answer; that a question never left says nothing of the server. */
function cutShort({ server, asked, transport, since, joined }: Caller): Exchange<DnsReply> {
  const elapsedMs = performance.now() - since;
  const sent = joined === null || joined.flight.started;
  const outcome = unknown(sent ? "timeout" : "budget");
  const at = new Date(Date.now() - elapsedMs).toISOString();
  const times = { elapsedMs, lastMs: elapsedMs };
  const evidence = evidenceOf(server, asked, { outcome, transport, reply: null, at, ...times, sent });
  return { outcome, evidence };
}
