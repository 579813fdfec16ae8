import { type Edns, readOptions } from "./edns.ts";
import { Reader, TooLargeError, WireError } from "./reader.ts";
import { type DnsRecord, OptFrame, readRecord } from "./record.ts";

/**
 * The question of a query. The class is always IN, and the root's name is empty. `type` is a name from
 * dns/types.ts or `TYPEn`.
 */
export type Question = { readonly name: string; readonly type: string };

/** A parsed DNS response. */
export type DnsReply = {
  readonly rcode: string;
  /** Names of the header flags that are set, as dig prints them: aa tc rd ra ad cd. */
  readonly flags: readonly string[];
  readonly answers: readonly DnsRecord[];
  readonly authorities: readonly DnsRecord[];
  readonly additionals: readonly DnsRecord[];
  /** The OPT record (RFC 6891); null if the server sent none. */
  readonly edns: Edns | null;
  /**
   * Response code with which the server refused the same query with EDNS, and whether that response had an OPT record
   * (RFC 6891 7); undefined if it did not refuse it.
   */
  readonly ednsRefused?: { readonly rcode: string; readonly hasOpt: boolean };
  /** The whole message, kept if signatures were requested, because they are verified over its bytes. */
  readonly bytes?: Uint8Array;
};

/** Why a message is not a usable response to the query. */
export type NotReply = "other" | "malformed" | "too_large";

/**
 * Maximum number of records, and maximum total octets of all names, in one response. These limits bound processing
 * time and memory.
 */
const ANSWER_MAX = { records: 2048, octets: 131_072 };
/**
 * The same limits for one message of a zone transfer. They allow as many records as fit into a message, since such
 * messages are not kept in memory.
 */
const TRANSFER_MAX = { records: 8192, octets: 2_097_152 };
const HEADER = 12;

/**
 * Parses a response and checks that it answers the query: same ID, QR bit, opcode and question (RFC 5452 9.1).
 * Returns `other` for a message that does not answer this query and must be ignored, `malformed` for a broken
 * response, and `too_large` for a response over the limits.
 * Never throws, whatever the bytes. Limits on records, names and pointers bound its work.
 * @param part `transfer` for a message of a zone transfer, in which only the first message must have the question
 * (RFC 5936 2.2.1).
 */
export function decodeReply(
  bytes: Uint8Array,
  query: Uint8Array,
  part: "answer" | "transfer" = "answer",
): DnsReply | NotReply {
  if (bytes.length < HEADER || ((bytes[2] ?? 0) & 0xf8) !== 0x80) return "other";
  if (bytes[0] !== query[0] || bytes[1] !== query[1]) return "other";
  const rcode = (bytes[3] ?? 0) & 0x0f;
  const questions = u16(bytes, 4);
  // A server that could not parse the question may send an error response without a question.
  const bare = questions === 0 && (part === "transfer" || (rcode !== 0 && rcode !== 3));
  const questionEnd = endOfQuestion(query);
  if (!bare && !(questions === 1 && sameQuestion(bytes, query, questionEnd))) return "other";
  const flags = flagsOf(bytes);
  // The records of a truncated message are not used (RFC 2181 9); the query is repeated over TCP.
  if ((bytes[2] ?? 0) & 0x02)
    return { rcode: rcodeName(rcode), flags, answers: [], authorities: [], additionals: [], edns: null };
  const most = part === "transfer" ? TRANSFER_MAX : ANSWER_MAX;
  if (u16(bytes, 6) + u16(bytes, 8) + u16(bytes, 10) > most.records) return "too_large";
  const reader = new Reader(bytes, bare ? HEADER : questionEnd, most.octets);
  try {
    return readSections(reader, rcode, flags, part);
  } catch (error) {
    return error instanceof TooLargeError ? "too_large" : "malformed";
  }
}

/**
 * Reads the records of the answer, authority and additional sections. Duplicate answers are kept only in a transfer.
 * @throws WireError if a record is malformed or an answer record has a class other than the question's (RFC 1035
 * 3.2.4).
 */
function readSections(
  reader: Reader,
  rcode: number,
  flags: readonly string[],
  part: "answer" | "transfer",
): DnsReply {
  const { bytes } = reader;
  const opts: OptFrame[] = [];
  const all = readSection(reader, u16(bytes, 6), opts, part === "transfer");
  const authorities = readSection(reader, u16(bytes, 8), opts, true);
  const additionals = readSection(reader, u16(bytes, 10), opts, true);
  // Like resolvers, this ignores bytes after the last record.
  const answers = part === "answer" ? once(all) : all;
  // RFC 6891 6.1.1 allows one OPT record, in the additional section. Of others, the last one counts.
  const opt = opts.at(-1);
  const edns = opt === undefined ? null : readOptions(opt);
  const extended = opt === undefined ? 0 : (opt.ttl >>> 24) << 4;
  return { rcode: rcodeName(rcode | extended), flags, answers, authorities, additionals, edns };
}

/**
 * Reads the records of a section, and adds OPT records to `opts`.
 * @param otherClasses true if records of other classes are ignored.
 */
function readSection(
  reader: Reader,
  count: number,
  opts: OptFrame[],
  otherClasses: boolean,
): readonly DnsRecord[] {
  const records: DnsRecord[] = [];
  for (let i = 0; i < count; i++) {
    const read = readRecord(reader);
    if (read instanceof OptFrame) opts.push(read);
    else if (read !== null) records.push(read);
    else if (!otherClasses) throw new WireError();
  }
  return records;
}

/** Removes duplicate records, which an RRset cannot have (RFC 2181 5). */
function once(records: readonly DnsRecord[]): readonly DnsRecord[] {
  if (records.length < 2) return records;
  const first = new Map<string, DnsRecord>();
  for (const record of records) {
    const key = `${record.type} ${record.name.toLowerCase()} ${record.value}`;
    if (!first.has(key)) first.set(key, record);
  }
  return first.size === records.length ? records : [...first.values()];
}

function u16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

/** Returns the offset after the question of one of our own queries, which use no compression. */
function endOfQuestion(query: Uint8Array): number {
  let at = HEADER;
  while ((query[at] ?? 0) !== 0) at += (query[at] ?? 0) + 1;
  return at + 5;
}

/** Returns true if a response repeats the query's question, byte for byte except for case. */
function sameQuestion(reply: Uint8Array, query: Uint8Array, end: number): boolean {
  if (reply.length < end) return false;
  for (let at = HEADER; at < end; at++) {
    const a = reply[at] as number;
    const b = query[at] as number;
    if (a !== b && ((a ^ b) !== 0x20 || (a | 0x20) < 0x61 || (a | 0x20) > 0x7a)) return false;
  }
  return true;
}

/** RCODE names as dig prints them. Source: IANA DNS RCODEs, as of 2026-11-20. */
const RCODES: Readonly<Record<number, string>> = {
  0: "NOERROR",
  1: "FORMERR",
  2: "SERVFAIL",
  3: "NXDOMAIN",
  4: "NOTIMP",
  5: "REFUSED",
  6: "YXDOMAIN",
  7: "YXRRSET",
  8: "NXRRSET",
  9: "NOTAUTH",
  10: "NOTZONE",
  16: "BADVERS",
  23: "BADCOOKIE",
};

function rcodeName(code: number): string {
  return RCODES[code] ?? `RCODE${code}`;
}

const FLAG_BITS = [
  ["aa", 0x0400],
  ["tc", 0x0200],
  ["rd", 0x0100],
  ["ra", 0x0080],
  ["ad", 0x0020],
  ["cd", 0x0010],
] as const;

/** Flag names by header bits. All combinations are built once, so that responses with the same flags share a list. */
const FLAG_SETS: ReadonlyMap<number, readonly string[]> = new Map(
  Array.from({ length: 2 ** FLAG_BITS.length }, (_, set) => {
    const flags = FLAG_BITS.filter((_, i) => (set & (1 << i)) !== 0);
    return [flags.reduce((word, [, bit]) => word | bit, 0), flags.map(([name]) => name)];
  }),
);
const FLAGS_MASK = 0x07b0;

function flagsOf(bytes: Uint8Array): readonly string[] {
  return FLAG_SETS.get(u16(bytes, 2) & FLAGS_MASK) ?? [];
}
