import { onAbort } from "@dnstools/concurrency/abortable";
import { type DnsReply, decodeReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { absent, type Outcome, present, type Reason, unknown } from "@dnstools/core/tool/outcome";
import type { Sockets } from "../sockets.ts";
import { encodeQuery } from "./message.ts";
import { randomId } from "./random-id.ts";
import { type Cancellable, type Endpoint, sendTcp } from "./transport.ts";

/**
 * How much of a zone was received from a server that allows transfers. `whole` is false if the transfer was stopped at
 * a limit.
 */
export type Transfer = { readonly records: number; readonly bytes: number; readonly whole: boolean };

/**
 * Default maximum number of records, and of bytes, that are received in a transfer. A tool does not examine more,
 * although a zone may be larger.
 */
const RECORDS_MAX = 100_000;
const BYTES_MAX = 16 * 1024 * 1024;

/** The maximum number of records and bytes to receive. */
export type TransferLimits = { readonly recordsMax: number; readonly bytesMax: number };

/**
 * The outcome of a transfer, the server's first message, and the amount received, even if the transfer did not
 * complete.
 */
export type Transferred = {
  readonly outcome: Outcome<Transfer>;
  readonly first: DnsReply | null;
  /** True if a TCP connection was established. */
  readonly connected: boolean;
  readonly records: number;
  readonly bytes: number;
};

/**
 * Assembles a zone from the messages of a transfer, whose first and last record are the same SOA (RFC 5936 2.2).
 *
 *     empty ── a message that begins with the SOA ──► within the zone ── the SOA again ──► whole
 *       └──► not offered, malformed                              └──► cut at a limit, malformed
 */
export class ZoneReader {
  /** The server's first message. */
  first: DnsReply | null = null;
  records = 0;
  bytes = 0;
  private readonly apex: string;
  private readonly limits: TransferLimits;
  /** Number of SOA records of the zone received so far, and the serial number of the first one. */
  private soas = 0;
  private serial: number | null = null;
  private broken = false;

  constructor(apex: string, limits: TransferLimits) {
    this.apex = apex;
    this.limits = limits;
  }

  get state(): "empty" | "within" | "whole" | "cut" | "malformed" {
    if (this.broken) return "malformed";
    if (this.soas === 0) return "empty";
    if (this.soas >= 2) return "whole";
    return this.records > this.limits.recordsMax || this.bytes > this.limits.bytesMax ? "cut" : "within";
  }

  /**
   * Adds a message.
   * @returns the outcome if the message is an error or not part of the zone, otherwise null.
   */
  add(reply: DnsReply, bytes: number): Outcome<never> | null {
    this.first ??= reply;
    if (reply.rcode !== "NOERROR") return this.soas === 0 ? outcomeOf(reply.rcode) : unknown("malformed");
    const { answers } = reply;
    this.records += answers.length;
    this.bytes += bytes;
    const [head] = answers;
    const last = answers.at(-1);
    if (head === undefined || last === undefined)
      return this.soas === 0 ? absent("not_offered") : unknown("malformed");
    if (this.soas === 0 && !this.isSoa(head)) return unknown("malformed");
    const soas = answers.filter((record) => this.isSoa(record));
    this.serial ??= soas[0]?.data.serial ?? null;
    this.soas += soas.length;
    const isSame = soas.every(({ data }) => data.serial === this.serial);
    if (this.soas >= 2) this.broken = !(this.soas === 2 && this.isSoa(last) && this.records > 2 && isSame);
    return null;
  }

  /** The outcome of the transfer; null while further messages are expected. */
  get outcome(): Outcome<Transfer> | null {
    const { state, records, bytes } = this;
    if (state === "malformed") return unknown("malformed");
    return state === "whole" || state === "cut"
      ? present({ records, bytes, whole: state === "whole" })
      : null;
  }

  private isSoa(record: DnsRecord): record is DnsRecord<"SOA"> {
    return record.type === "SOA" && record.name.toLowerCase() === (this.apex || ".");
  }
}

/**
 * Receives a zone (AXFR, RFC 5936), message by message. Resolves with `absent(not_offered)` if the server answers with
 * an error code other than SERVFAIL or without records, as it should answer unauthorized clients; with
 * `unknown(servfail)` after SERVFAIL; with `unknown(reset)` if the server closes the connection before it sends any
 * data; with `unknown(malformed)` if the server closes the connection later or sends something other than a zone. Ends
 * at the latest after `waitMs`, at a limit (`whole: false`), or when the signal fires, and always closes the
 * connection. The caller must hold a permit for the socket.
 * @param onRecords called with the records of each message, including the SOA record at the beginning and at the end.
 */
export function receiveZone(
  server: Endpoint,
  apex: string,
  signal: AbortSignal,
  onRecords: (records: readonly DnsRecord[]) => void,
  {
    waitMs,
    recordsMax = RECORDS_MAX,
    bytesMax = BYTES_MAX,
    sockets,
  }: Partial<TransferLimits> & { readonly waitMs: number; readonly sockets: Sockets },
): Promise<Transferred> {
  const { promise, resolve, reject } = Promise.withResolvers<Transferred>();
  const query = encodeQuery({ name: apex, type: "AXFR" }, { id: randomId(), recursion: false, edns: false });
  const reader = new ZoneReader(apex, { recordsMax, bytesMax });
  let open: Cancellable | null = null;
  let connected = false;

  const end = (outcome: Outcome<Transfer>) => {
    clearTimeout(late);
    stopListening();
    open?.cancel();
    const { first, records, bytes } = reader;
    resolve({ outcome, first, connected, records, bytes });
  };
  const fail = (reason: Reason) => end(unknown(reason));
  const onTimeout = () => fail("timeout");
  const late = setTimeout(onTimeout, waitMs);
  const stopListening = onAbort(signal, onTimeout);

  /** Handles a message. Returns the outcome of the transfer, or null while further messages are expected. */
  function read(message: Uint8Array): Outcome<Transfer> | null {
    const reply = query === null ? "malformed" : decodeReply(message, query, "transfer");
    if (typeof reply === "string") return unknown(reply === "too_large" ? "too_large" : "malformed");
    const refused = reader.add(reply, message.length);
    if (refused !== null) return refused;
    try {
      onRecords(reply.answers);
    } catch (error) {
      reject(error);
      return unknown("service_unavailable");
    }
    return reader.outcome;
  }

  const waiting = {
    take(message: Uint8Array): boolean {
      const outcome = read(message);
      if (outcome !== null) end(outcome);
      return outcome !== null;
    },
    fail,
    connected: () => {
      connected = true;
    },
  };
  if (query === null || signal.aborted) fail(query === null ? "malformed" : "timeout");
  else open = sendTcp(server, query, waiting, sockets);
  return promise;
}

/**
 * Returns the outcome for a server that answers with an error code instead of its zone (RFC 5936 2.2.1). SERVFAIL shows
 * that something failed, not that the server offers no transfer.
 */
function outcomeOf(rcode: string): Outcome<never> {
  return rcode === "SERVFAIL" ? unknown("servfail") : absent("not_offered");
}
