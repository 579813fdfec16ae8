import { onAbort } from "@dnstools/concurrency/abortable";
import { type DnsReply, decodeReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { absent, type Outcome, present, type Reason, unknown } from "@dnstools/core/tool/outcome";
import type { Sockets } from "../sockets.ts";
import { encodeQuery } from "./message.ts";
import { randomId } from "./socket-pool.ts";
import { type Cancel, type Endpoint, sendTcp } from "./transport.ts";

/** How far a zone transfer came: the server gives its zone away, to the end or to our limit. */
export type Transfer = { readonly records: number; readonly bytes: number; readonly whole: boolean };

/** Limits of a transfer: what a tool looks at, and not what a zone may be. */
const RECORDS_MAX = 100_000;
const BYTES_MAX = 16 * 1024 * 1024;

/** How much of a zone is received. */
export type TransferLimits = { readonly recordsMax: number; readonly bytesMax: number };

/** What a transfer came to, the server's first words, and how far it came where it broke off. */
export type Transferred = {
  readonly outcome: Outcome<Transfer>;
  readonly first: DnsReply | null;
  /** Whether there was a connection at all. */
  readonly connected: boolean;
  readonly records: number;
  readonly bytes: number;
};

/**
 * Reads a zone out of the messages of a transfer (RFC 5936 2.2): the same SOA is its first and last record.
 *
 *     empty ── a message that begins with the SOA ──► within the zone ── the SOA again ──► whole
 *       └──► refused, malformed                              └──► cut at a limit, malformed
 */
export class ZoneReader {
  /** The server's first message. */
  first: DnsReply | null = null;
  records = 0;
  bytes = 0;
  private readonly apex: string;
  private readonly limits: TransferLimits;
  /** SOA records of the zone so far, and the serial of the first. */
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

  /** Adds a message. @returns why its records are none of a zone; null where they are. */
  add(reply: DnsReply, bytes: number): Outcome<never> | null {
    this.first ??= reply;
    if (reply.rcode !== "NOERROR") return outcomeOf(reply.rcode);
    const { answers } = reply;
    this.records += answers.length;
    this.bytes += bytes;
    const [head] = answers;
    const last = answers.at(-1);
    if (head === undefined || last === undefined || (this.soas === 0 && !this.isSoa(head)))
      return unknown("malformed");
    const soas = answers.filter((record) => this.isSoa(record));
    this.serial ??= soas[0]?.data.serial ?? null;
    this.soas += soas.length;
    const isSame = soas.every(({ data }) => data.serial === this.serial);
    if (this.soas >= 2) this.broken = !(this.soas === 2 && this.isSoa(last) && this.records > 2 && isSame);
    return null;
  }

  /** What the transfer came to; null where more is to come. */
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
 * Receives a zone (AXFR, RFC 5936), message by message. `absent(not_offered)`: the server refused, as it should to
 * strangers. `unknown(reset)`: it broke off before a byte. `unknown(malformed)`: it broke off later, or sent no zone. Ends after `waitMs` at the latest, at a
 * limit (`whole: false`), or when the signal fires, and never with its connection open. Whoever calls has a permit for it.
 * @param onRecords called with each message's records, both of the SOA that frame them included.
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
  let cancel: Cancel = () => {};
  let connected = false;

  const end = (outcome: Outcome<Transfer>) => {
    clearTimeout(late);
    stopListening();
    cancel();
    const { first, records, bytes } = reader;
    resolve({ outcome, first, connected, records, bytes });
  };
  const fail = (reason: Reason) => end(unknown(reason));
  const onTimeout = () => fail("timeout");
  const late = setTimeout(onTimeout, waitMs);
  const stopListening = onAbort(signal, onTimeout);

  /** What the transfer came to with this message; null where more is to come. */
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
  else cancel = sendTcp(server, query, waiting, sockets);
  return promise;
}

/** What servers say who do not give their zone to us (RFC 5936 2.2.1). */
function outcomeOf(rcode: string): Outcome<never> {
  if (["REFUSED", "NOTAUTH", "NOTIMP"].includes(rcode)) return absent("not_offered");
  return unknown(rcode === "SERVFAIL" ? "servfail" : "malformed");
}
