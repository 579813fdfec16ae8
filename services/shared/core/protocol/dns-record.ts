import { TextEncoder } from "./platform.ts";

/**
 * One resource record, read. `name` and the names in `data` have no trailing dot (`"."` is the root);
 * `value` is the presentation form of the data as dig prints it (RFC 1035 5.1, RFC 3597 5 for unknown types).
 */
export type DnsRecord<T extends string = string> = {
  readonly name: string;
  readonly type: T;
  /** Seconds. */
  readonly ttl: number;
  readonly value: string;
  readonly data: T extends RecordType ? RecordData[T] : Record<string, unknown>;
};

/** The record types that can be asked for. */
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
] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

/** Fields of each type, named as their RFC names them; bytes as hex or base64 as dig prints them. */
export type RecordData = {
  readonly A: { readonly address: string };
  readonly AAAA: { readonly address: string };
  readonly CNAME: { readonly target: string };
  readonly NS: { readonly target: string };
  readonly PTR: { readonly target: string };
  readonly MX: { readonly preference: number; readonly exchange: string };
  readonly SOA: {
    readonly mname: string;
    readonly rname: string;
    readonly serial: number;
    readonly refresh: number;
    readonly retry: number;
    readonly expire: number;
    readonly minimum: number;
  };
  /** `text` is the strings joined without a separator (RFC 7208 3.3); bytes that are no UTF-8 are escaped as \DDD. */
  readonly TXT: { readonly text: string; readonly strings: readonly string[] };
  readonly CAA: { readonly flags: number; readonly tag: string; readonly value: string };
  readonly SRV: {
    readonly priority: number;
    readonly weight: number;
    readonly port: number;
    readonly target: string;
  };
  readonly DS: {
    readonly keyTag: number;
    readonly algorithm: number;
    readonly digestType: number;
    readonly digest: string;
  };
  readonly DNSKEY: {
    readonly flags: number;
    readonly protocol: number;
    readonly algorithm: number;
    readonly publicKey: string;
  };
  readonly NAPTR: {
    readonly order: number;
    readonly preference: number;
    readonly flags: string;
    readonly services: string;
    readonly regexp: string;
    readonly replacement: string;
  };
  readonly TLSA: {
    readonly usage: number;
    readonly selector: number;
    readonly matchingType: number;
    readonly certificate: string;
  };
};

/** How each type's data is written, given the absolute form of names and the quoted form of strings. */
const PRESENTATION: { readonly [T in RecordType]: (data: RecordData[T]) => string } = {
  A: (d) => d.address,
  AAAA: (d) => d.address,
  CNAME: (d) => absolute(d.target),
  NS: (d) => absolute(d.target),
  PTR: (d) => absolute(d.target),
  MX: (d) => `${d.preference} ${absolute(d.exchange)}`,
  SOA: (d) =>
    `${absolute(d.mname)} ${absolute(d.rname)} ${d.serial} ${d.refresh} ${d.retry} ${d.expire} ${d.minimum}`,
  TXT: (d) => d.strings.map(quoted).join(" "),
  CAA: (d) => `${d.flags} ${d.tag} ${quoted(d.value)}`,
  SRV: (d) => `${d.priority} ${d.weight} ${d.port} ${absolute(d.target)}`,
  DS: (d) => `${d.keyTag} ${d.algorithm} ${d.digestType} ${inPieces(d.digest)}`,
  DNSKEY: (d) => `${d.flags} ${d.protocol} ${d.algorithm} ${inPieces(d.publicKey)}`,
  NAPTR: (d) =>
    `${d.order} ${d.preference} ${quoted(d.flags)} ${quoted(d.services)} ${quoted(d.regexp)} ${absolute(d.replacement)}`,
  TLSA: (d) => `${d.usage} ${d.selector} ${d.matchingType} ${inPieces(d.certificate)}`,
};

/** The presentation form of a record's data. */
export function presentation<T extends RecordType>(type: T, data: RecordData[T]): string {
  return PRESENTATION[type](data);
}

export function isRecordType(type: string): type is RecordType {
  return (RECORD_TYPES as readonly string[]).includes(type);
}

function absolute(name: string): string {
  return name === "." ? "." : `${name}.`;
}

function quoted(text: string): string {
  return quotedBytes(new TextEncoder().encode(text));
}

/** A character string in quotes: `"` and `\` escaped, bytes outside printable ASCII as \DDD (RFC 1035 5.1). */
export function quotedBytes(bytes: Iterable<number>): string {
  return `"${escapedBytes(bytes)}"`;
}

/** The same without the quotes. */
export function escapedBytes(bytes: Iterable<number>): string {
  let text = "";
  for (const byte of bytes) {
    if (byte === 0x22 || byte === 0x5c) text += `\\${String.fromCharCode(byte)}`;
    else if (byte >= 0x20 && byte <= 0x7e) text += String.fromCharCode(byte);
    else text += `\\${String(byte).padStart(3, "0")}`;
  }
  return text;
}

/** dig breaks long hex and base64 into pieces of 56 characters. */
function inPieces(text: string): string {
  return (text.match(/.{1,56}/g) ?? []).join(" ");
}
