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
 * Receives a zone (AXFR, RFC 5936), message by message. `absent(not_offered)`: the server refused, as it should to
 * strangers. `unknown(reset)`: it broke off before a byte. `unknown(malformed)`: it broke off later, or sent no zone. Ends after `waitMs` at the latest, at a
 * limit (`whole: false`), or when the signal fires, and never with its connection open. Whoever calls has a place for it.
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
  let cancel: Cancel = () => {};
  let first: DnsReply | null = null;
  let records = 0;
  let bytes = 0;
  let ends = 0;
  let serial: number | null = null;
  let connected = false;

  const end = (outcome: Outcome<Transfer>) => {
    clearTimeout(late);
    stopListening();
    cancel();
    resolve({ outcome, first, connected, records, bytes });
  };
  const fail = (reason: Reason) => end(unknown(reason));
  const onTimeout = () => fail("timeout");
  const late = setTimeout(onTimeout, waitMs);
  const stopListening = onAbort(signal, onTimeout);

  const take = (message: Uint8Array): boolean => {
    const reply = query === null ? "malformed" : decodeReply(message, query, "transfer");
    if (typeof reply === "string") {
      fail(reply === "too_large" ? "too_large" : "malformed");
      return true;
    }
    first ??= reply;
    if (reply.rcode !== "NOERROR") {
      end(outcomeOf(reply.rcode));
      return true;
    }
    records += reply.answers.length;
    bytes += message.length;
    const isEnd = (record: DnsRecord): record is DnsRecord<"SOA"> =>
      record.type === "SOA" && record.name.toLowerCase() === (apex || ".");
    const [head] = reply.answers;
    if (head === undefined || (ends === 0 && !isEnd(head))) {
      fail("malformed");
      return true;
    }
    const soas = reply.answers.filter(isEnd);
    serial ??= soas[0]?.data.serial ?? null;
    ends += soas.length;
    try {
      onRecords(reply.answers);
    } catch (error) {
      reject(error);
      fail("service_unavailable");
      return true;
    }
    // RFC 5936 2.2: the same SOA as first and last record, and the zone between them.
    const last = reply.answers.at(-1);
    const closed = ends === 2 && last !== undefined && isEnd(last) && records > 2;
    const whole = closed && soas.every(({ data }) => data.serial === serial);
    if (ends >= 2 && !whole) {
      fail("malformed");
      return true;
    }
    if (!whole && records <= recordsMax && bytes <= bytesMax) return false;
    end(present({ records, bytes, whole }));
    return true;
  };
  if (query === null || signal.aborted) fail(query === null ? "malformed" : "timeout");
  else
    cancel = sendTcp(
      server,
      query,
      {
        take,
        fail,
        connected: () => {
          connected = true;
        },
      },
      sockets,
    );
  return promise;
}

/** What servers say who do not give their zone to us (RFC 5936 2.2.1). */
function outcomeOf(rcode: string): Outcome<never> {
  if (["REFUSED", "NOTAUTH", "NOTIMP"].includes(rcode)) return absent("not_offered");
  return unknown(rcode === "SERVFAIL" ? "servfail" : "malformed");
}
