import type { OnEvent } from "@dnstools/core/net-event";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { present, unknown } from "@dnstools/core/tool/outcome";
import { WAITS, type Waits } from "@dnstools/core/waits";
import type { Exchange } from "../exchange.ts";
import { createSockets, type Sockets } from "../sockets.ts";
import { EdnsSupport } from "./edns-support.ts";
import { evidenceOf, queryEvent } from "./evidence.ts";
import type { QueryResult } from "./in-flight-query.ts";
import { type PermitParts, requestSocketPermit } from "./permit.ts";
import { createRoundTrips } from "./rtt.ts";
import type { AskOptions, Caller, DnsServer } from "./server.ts";
import { type OnExchange, SharedQueries } from "./shared-queries.ts";
import { createSocketPool } from "./socket-pool.ts";
import { receiveZone, type Transfer, type TransferLimits, type Transferred } from "./transfer.ts";

/** Sends DNS queries and zone transfer requests to single servers. */
export type DnsClient = {
  /**
   * Sends one question to one server over UDP, repeats the query if no response comes, and switches to TCP if the
   * response is truncated. Never rejects. Resolves with a usable reply (NOERROR or NXDOMAIN) or with `unknown`, at the
   * latest when the timeout for this kind of server expires (see Waits) or the signal fires. A server other than our
   * own resolvers must pass the egress guard and is subject to the rate limiter. Identical concurrent questions to the
   * same server are sent once.
   */
  readonly ask: (
    server: DnsServer,
    question: Question,
    signal: AbortSignal,
    options?: AskOptions,
  ) => Promise<Exchange<DnsReply>>;
  /**
   * Like `ask`, but calls `done` once with the exchange, possibly before it returns. A report sends hundreds of queries,
   * and each promise between this client and the report would cost as much as handling the response.
   */
  readonly query: (
    server: DnsServer,
    question: Question,
    caller: Caller,
    options: AskOptions,
    done: OnExchange,
  ) => void;
  /**
   * Number of further bulk queries that can be sent now to a server other than our own resolvers (see
   * ServerRateLimiter.room).
   */
  readonly room: (server: DnsServer) => number;
  /**
   * Requests a whole zone from a server over TCP. Rejects only if `onRecords` throws. Ends at the latest after
   * `transferMs` or when the signal fires.
   * @param onRecords called with the records of each message as it arrives.
   */
  readonly transfer: (
    server: DnsServer,
    apex: string,
    signal: AbortSignal,
    onRecords: (records: readonly DnsRecord[]) => void,
    limits?: TransferLimits,
  ) => Promise<TransferExchange>;
};

/**
 * The outcome and evidence of a zone transfer, with the number of records and bytes received even if it did not
 * complete.
 */
export type TransferExchange = Exchange<Transfer> & Pick<Transferred, "connected" | "records" | "bytes">;

/** Settings and shared parts of a DNS client. */
export type ClientOptions = PermitParts & {
  /** Limit on open sockets; default: no limit. */
  readonly sockets?: Sockets;
  /** True to randomize the letter case of names in queries to authoritative servers (0x20). */
  readonly mixedCase: boolean;
  /** Timeouts; default: those of production. */
  readonly waits?: Waits;
  readonly onEvent: OnEvent;
};

/** Creates a DNS client. All its callers share its round-trip times, sockets and queries in flight. */
export function createDnsClient(options: ClientOptions): DnsClient {
  const { guard, rateLimiter, sockets = createSockets(null), mixedCase, waits = WAITS, onEvent } = options;
  const pool = createSocketPool(sockets);
  const context = {
    roundTrips: createRoundTrips(),
    pool,
    sockets,
    mixedCase,
    ednsSupport: new EdnsSupport(),
    waits,
    onEvent,
  };
  const queries = new SharedQueries(context, { guard, rateLimiter });
  const transferring = { guard, rateLimiter, sockets, waits, onEvent };
  return {
    ask: (server, question, signal, options = {}) =>
      new Promise((resolve) => queries.query(server, question, { signal, of: signal }, options, resolve)),
    query: (server, question, caller, options, done) =>
      queries.query(server, question, caller, options, done),
    room: ({ address }) => rateLimiter.room(address),
    transfer: (server, apex, signal, onRecords, limits) =>
      transfer(transferring, server, apex, signal, { ...limits, onRecords }),
  };
}

type TransferParts = PermitParts & {
  readonly sockets: Sockets;
  readonly waits: Waits;
  readonly onEvent: OnEvent;
};

async function transfer(
  parts: TransferParts,
  server: DnsServer,
  apex: string,
  signal: AbortSignal,
  {
    onRecords,
    ...limits
  }: Partial<TransferLimits> & {
    readonly onRecords: (records: readonly DnsRecord[]) => void;
  },
): Promise<TransferExchange> {
  const { sockets, waits, onEvent } = parts;
  const permit = await requestSocketPermit(parts, server, signal);
  const at = new Date().toISOString();
  const start = performance.now();
  const { outcome, first, ...far }: Transferred =
    permit.leave === null
      ? { outcome: unknown(permit.reason), first: null, connected: false, records: 0, bytes: 0 }
      : await receiveZone(server, apex, signal, onRecords, {
          waitMs: waits.transferMs,
          sockets,
          ...limits,
        }).finally(permit.leave);
  const elapsedMs = performance.now() - start;
  const sent = permit.leave !== null;
  // The evidence of a transfer describes the first message that the server sent.
  const word =
    outcome.kind === "present" && first !== null
      ? present(first)
      : unknown(outcome.kind === "unknown" ? outcome.reason : "refused");
  const times = { elapsedMs, lastMs: elapsedMs };
  const decided: QueryResult = { outcome: word, transport: "tcp", reply: first, at, ...times, sent };
  if (sent) onEvent(queryEvent(server.upstream, decided));
  return { outcome, evidence: evidenceOf(server, `${apex}. IN AXFR`, decided), ...far };
}
