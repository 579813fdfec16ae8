import { type KnownType, type RecordData, rdataOf } from "./rdata.ts";
import { type Reader, WireError } from "./reader.ts";
import { hex, inPieces } from "./text.ts";
import { typeName } from "./types.ts";

/**
 * A parsed resource record. `name` and the names in `data` are escaped as in master files and have no trailing dot
 * (`"."` is the root). `value` is the data in presentation form as dig prints it (RFC 1035 5.1). For a type that is
 * not parsed into fields, `data` is `{ hex }` and `value` has the form of RFC 3597 5.
 */
export type DnsRecord<T extends string = string> = {
  readonly name: string;
  readonly type: T;
  /** TTL in seconds. */
  readonly ttl: number;
  readonly value: string;
  readonly data: T extends KnownType ? RecordData[T] : Readonly<Record<string, unknown>>;
};

/** The record types that API requests can name. */
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
/** A record type that API requests can name. */
export type RecordType = (typeof RECORD_TYPES)[number];

/** The order of record types in results. HTTPS (RFC 9460) is shown too, but cannot be requested by name. */
export const SHOWN_TYPES = [...RECORD_TYPES, "HTTPS"] as const satisfies readonly KnownType[];
/** A record type in the order of results. */
export type ShownType = (typeof SHOWN_TYPES)[number];

/** Type number of OPT, a pseudo record that is not zone data (RFC 6891 6.1.1). */
const OPT = 41;
const CLASS_IN = 1;
/** Maximum TTL in seconds. A TTL with the top bit set is treated as 0 (RFC 2181 8). */
const TTL_MAX = 0x7fffffff;

/** An OPT pseudo record with its raw fields; `options` is null if it has none. */
export class OptFrame {
  readonly udpSize: number;
  readonly ttl: number;
  readonly options: Uint8Array | null;

  constructor(udpSize: number, ttl: number, options: Uint8Array | null) {
    this.udpSize = udpSize;
    this.ttl = ttl;
    this.options = options;
  }
}

/**
 * Reads one record at the reader's position: a record of class IN, the OPT record, or null for a record of another
 * class.
 * @throws WireError if the record is malformed.
 */
export function readRecord(r: Reader): DnsRecord | OptFrame | null {
  const messageEnd = r.end;
  const name = r.name();
  const type = r.u16();
  const cls = r.u16();
  const ttl = r.u32();
  const dataEnd = r.u16() + r.at;
  if (dataEnd > messageEnd) throw new WireError();
  if (type === OPT || cls !== CLASS_IN) {
    const options = dataEnd === r.at ? null : r.take(dataEnd - r.at);
    return type === OPT ? new OptFrame(cls, ttl, options) : null;
  }
  r.end = dataEnd;
  const { data, value } = (rdataOf(type) ?? opaque)(r);
  // Record data with bytes left after its last field is malformed.
  if (r.at !== dataEnd) throw new WireError();
  r.end = messageEnd;
  return {
    name,
    type: typeName(type),
    ttl: ttl > TTL_MAX ? 0 : ttl,
    value,
    data: data as Readonly<Record<string, unknown>>,
  };
}

/** Reads the data of a type that is not parsed into fields (RFC 3597 5). */
function opaque(r: Reader): { data: { hex: string }; value: string } {
  const bytes = r.rest();
  const text = hex(bytes);
  return { data: { hex: text }, value: `\\# ${bytes.length} ${inPieces(text)}`.trimEnd() };
}
