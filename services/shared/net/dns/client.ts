import type { OnEvent } from "@dnstools/core/net-event";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { present, unknown } from "@dnstools/core/tool/outcome";
import { WAITS, type Waits } from "@dnstools/core/waits";
import type { Exchange } from "../exchange.ts";
import { createSockets, type Sockets } from "../sockets.ts";
import { evidenceOf, queryEvent } from "./evidence.ts";
import type { QueryResult } from "./in-flight-query.ts";
import { type PermitParts, requestSocketPermit } from "./permit.ts";
import { createRoundTrips } from "./rtt.ts";
import type { AskOptions, DnsServer } from "./server.ts";
import { SharedQueries } from "./shared-queries.ts";
import { createSocketPool } from "./socket-pool.ts";
import { receiveZone, type Transfer, type TransferLimits, type Transferred } from "./transfer.ts";

export type DnsClient = {
  /**
   * Asks one server one question, over UDP, again after a while without an answer, and over TCP when the answer is
   * truncated. Total: resolves with a usable reply (NOERROR or NXDOMAIN) or with `unknown`, at the end of its wait (see Waits)
   * at the latest, or when the signal fires. A server that is none of ours passes the egress guard first, and is not
   * asked faster than the rate limiter allows. The same question to the same server at the same time is sent once.
   */
  readonly ask: (
    server: DnsServer,
    question: Question,
    signal: AbortSignal,
    options?: AskOptions,
  ) => Promise<Exchange<DnsReply>>;
  /** How many questions a server that is none of ours takes at once now (see ServerRateLimiter). */
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

export type ClientOptions = PermitParts & {
  /** Default: any number of sockets. */
  readonly sockets?: Sockets;
  /** Letters in random case in questions to them (0x20). */
  readonly mixedCase: boolean;
  /** Default: as they are in ordinary use. */
  readonly waits?: Waits;
  readonly onEvent: OnEvent;
};

export function createDnsClient(options: ClientOptions): DnsClient {
  const { guard, rateLimiter, sockets = createSockets(null), mixedCase, waits = WAITS, onEvent } = options;
  const pool = createSocketPool(sockets);
  const context = { roundTrips: createRoundTrips(), pool, sockets, mixedCase, waits, onEvent };
  const queries = new SharedQueries(context, { guard, rateLimiter });
  const transferring = { guard, rateLimiter, sockets, waits, onEvent };
  return {
    ask: (server, question, signal, how = {}) => queries.ask(server, question, signal, how),
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
  // For evidence it is the first message that counts.
  const word =
    outcome.kind === "present" && first !== null
      ? present(first)
      : unknown(outcome.kind === "unknown" ? outcome.reason : "refused");
  const times = { elapsedMs, lastMs: elapsedMs };
  const decided: QueryResult = { outcome: word, transport: "tcp", reply: first, at, ...times, sent };
  if (sent) onEvent(queryEvent(server.upstream, decided));
  return { outcome, evidence: evidenceOf(server, `${apex}. IN AXFR`, decided), ...far };
}
