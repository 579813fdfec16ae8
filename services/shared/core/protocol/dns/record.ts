import { type KnownType, type RecordData, rdataOf } from "./rdata.ts";
import { type Reader, WireError } from "./reader.ts";
import { hex, inPieces } from "./text.ts";
import { typeName } from "./types.ts";

/**
 * One resource record, read. `name` and the names in `data` have no trailing dot (`"."` is the root) and are escaped
 * as in master files; `value` is the presentation form of the data as dig prints it (RFC 1035 5.1, RFC 3597 5 for types
 * without fields here, whose `data` is `{ hex }`).
 */
export type DnsRecord<T extends string = string> = {
  readonly name: string;
  readonly type: T;
  /** Seconds. */
  readonly ttl: number;
  readonly value: string;
  readonly data: T extends KnownType ? RecordData[T] : Readonly<Record<string, unknown>>;
};

/** The record types that can be asked for by name. */
export const RECORD_TYPES = [
  "A",
  "AAAA",
  "CNAME",
  "MX",
  "NS",
  "SOA",
  "TXT",
  "CAA",
  "SRV",
  "PTR",
  "DS",
  "DNSKEY",
  "NAPTR",
  "TLSA",
] as const satisfies readonly KnownType[];
export type RecordType = (typeof RECORD_TYPES)[number];

/** The record types that answers are ordered by: HTTPS (RFC 9460) belongs to all main records, but has no parameter. */
export const SHOWN_TYPES = [...RECORD_TYPES, "HTTPS"] as const satisfies readonly KnownType[];
export type ShownType = (typeof SHOWN_TYPES)[number];

/** OPT, which is no record of a zone (RFC 6891 6.1.1). */
const OPT = 41;
const CLASS_IN = 1;
/** RFC 2181 8: a TTL with the top bit set counts as 0. */
const TTL_MAX = 0x7fffffff;

/** An OPT pseudo record as it stands on the wire. */
export type OptFrame = { readonly udpSize: number; readonly ttl: number; readonly options: Uint8Array };

/** What one record of a message is to us: a record of class IN, the OPT, or neither. */
export type Read =
  | { readonly kind: "record"; readonly record: DnsRecord }
  | { readonly kind: "opt"; readonly opt: OptFrame }
  | { readonly kind: "other" };

/** Reads the record at the reader's place. @throws WireError when it is broken. */
export function readRecord(r: Reader): Read {
  const messageEnd = r.end;
  const name = r.name();
  const type = r.u16();
  const cls = r.u16();
  const ttl = r.u32();
  const dataEnd = r.u16() + r.at;
  if (dataEnd > messageEnd) throw new WireError();
  if (type === OPT || cls !== CLASS_IN) {
    const options = r.take(dataEnd - r.at);
    return type === OPT ? { kind: "opt", opt: { udpSize: cls, ttl, options } } : { kind: "other" };
  }
  r.end = dataEnd;
  const { data, value } = (rdataOf(type) ?? opaque)(r);
  // Data is exactly as long as its fields: what lies behind them nobody could have meant.
  if (r.at !== dataEnd) throw new WireError();
  r.end = messageEnd;
  const record: DnsRecord = {
    name,
    type: typeName(type),
    ttl: ttl > TTL_MAX ? 0 : ttl,
    value,
    data: data as Readonly<Record<string, unknown>>,
  };
  return { kind: "record", record };
}

/** A type without fields here (RFC 3597 5). */
function opaque(r: Reader): { data: { hex: string }; value: string } {
  const bytes = r.rest();
  const text = hex(bytes);
  return { data: { hex: text }, value: `\\# ${bytes.length} ${inPieces(text)}`.trimEnd() };
}
