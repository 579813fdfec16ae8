import {
  type DnsRecord,
  escapedBytes,
  isRecordType,
  presentation,
  quotedBytes,
  type RecordData,
  type RecordType,
} from "@dnstools/core/protocol/dns-record";
import type { RecordFrame } from "@dnstools/core/protocol/dns-scan";
import { formatIp, parseIp } from "@dnstools/core/protocol/ip";
import type * as packet from "dns-packet";

/** RFC 2181 8: a TTL with the top bit set counts as 0. */
const TTL_MAX = 0x7fffffff;

/**
 * One record, read from dns-packet's shape or from its own bytes.
 * @param type its name; @param buffer the whole message.
 */
export function readRecord(
  answer: packet.Answer,
  frame: RecordFrame,
  type: string,
  buffer: Buffer,
): DnsRecord {
  const ttl = frame.ttl > TTL_MAX ? 0 : frame.ttl;
  const base = { name: printable(answer.name), type, ttl };
  const bytes = buffer.subarray(frame.dataAt, frame.dataEnd);
  const data: unknown = "data" in answer ? answer.data : null;
  if (type === "TXT") return { ...base, ...readTxt((data as Uint8Array[]).map((s) => Buffer.from(s))) };
  if (type === "CAA" && holdsCaa(bytes)) return { ...base, ...readCaa(bytes) };
  if (isPlain(type) && bytes.length >= READ_BYTES[type].least) {
    const fields = READ_BYTES[type].read(bytes);
    return { ...base, value: presentation(type, fields as never), data: fields };
  }
  if (Object.hasOwn(READ, type)) {
    const fields = READ[type as keyof typeof READ](data as never);
    return { ...base, value: presentation(type as keyof typeof READ, fields as never), data: fields };
  }
  // A type of ours without room for its fields is shown by its number, so that nobody takes it for a good one.
  return opaque(isRecordType(type) ? { ...base, type: `TYPE${frame.type}` } : base, bytes);
}

/** A type without fields here, in the form of RFC 3597 5. */
function opaque(base: { name: string; type: string; ttl: number }, bytes: Buffer): DnsRecord {
  const hex = bytes.toString("hex");
  return { ...base, value: `\\# ${bytes.length} ${hex.toUpperCase()}`.trimEnd(), data: { hex } };
}

type Plain = "DS" | "DNSKEY" | "TLSA";

function isPlain(type: string): type is Plain {
  return type in READ_BYTES;
}

/** Types of fixed fields with bytes behind them, and how many bytes the fields take. */
const READ_BYTES: { readonly [T in Plain]: { least: number; read: (bytes: Buffer) => RecordData[T] } } = {
  DS: {
    least: 4,
    read: (b) => ({
      keyTag: b.readUInt16BE(0),
      algorithm: b.readUInt8(2),
      digestType: b.readUInt8(3),
      digest: upperHex(b.subarray(4)),
    }),
  },
  DNSKEY: {
    least: 4,
    read: (b) => ({
      flags: b.readUInt16BE(0),
      protocol: b.readUInt8(2),
      algorithm: b.readUInt8(3),
      publicKey: b.subarray(4).toString("base64"),
    }),
  },
  TLSA: {
    least: 3,
    read: (b) => ({
      usage: b.readUInt8(0),
      selector: b.readUInt8(1),
      matchingType: b.readUInt8(2),
      certificate: upperHex(b.subarray(3)),
    }),
  },
};

function upperHex(bytes: Buffer): string {
  return bytes.toString("hex").toUpperCase();
}

function holdsCaa(bytes: Buffer): boolean {
  return bytes.length >= 2 && 2 + (bytes[1] ?? 0) <= bytes.length;
}

/** RFC 8659 4.1: flags, the length of the tag, the tag, and the value to the end. */
function readCaa(bytes: Buffer): { value: string; data: RecordData["CAA"] } {
  const valueAt = 2 + bytes.readUInt8(1);
  const tag = escapedBytes(bytes.subarray(2, valueAt));
  const value = bytes.subarray(valueAt);
  const flags = bytes.readUInt8(0);
  return { value: `${flags} ${tag} ${quotedBytes(value)}`, data: { flags, tag, value: textOf(value) } };
}

/** A name out of an answer in printable ASCII, other bytes as \DDD (RFC 1035 5.1). */
function printable(name: string): string {
  return escapedBytes(Buffer.from(name));
}

function readTxt(strings: readonly Buffer[]): { value: string; data: RecordData["TXT"] } {
  return {
    value: strings.map(quotedBytes).join(" "),
    data: { text: textOf(Buffer.concat(strings)), strings: strings.map(textOf) },
  };
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function textOf(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    return escapedBytes(bytes);
  }
}

/** dns-packet's shapes into ours, by type. */
const READ: {
  readonly [T in Exclude<RecordType, "TXT" | "CAA" | Plain>]: (data: never) => RecordData[T];
} = {
  A: (address: string) => ({ address }),
  AAAA: (address: string) => ({ address: formatIp(parseIp(address) ?? []) }),
  CNAME: (target: string) => ({ target: printable(target) }),
  NS: (target: string) => ({ target: printable(target) }),
  PTR: (target: string) => ({ target: printable(target) }),
  MX: (d: { preference?: number; exchange: string }) => ({
    preference: d.preference ?? 0,
    exchange: printable(d.exchange),
  }),
  SOA: (d: RecordData["SOA"]) => ({
    mname: printable(d.mname),
    // dns-packet escapes the dots of the mailbox's first part, as master files do.
    rname: d.rname.split("\\.").map(printable).join("\\."),
    serial: d.serial,
    refresh: d.refresh,
    retry: d.retry,
    expire: d.expire,
    minimum: d.minimum,
  }),
  SRV: (d: RecordData["SRV"]) => ({
    priority: d.priority,
    weight: d.weight,
    port: d.port,
    target: printable(d.target),
  }),
  NAPTR: (d: RecordData["NAPTR"]) => ({
    order: d.order,
    preference: d.preference,
    flags: d.flags,
    services: d.services,
    regexp: d.regexp,
    replacement: printable(d.replacement),
  }),
};

/**
 * Types that dns-packet reads: names, and little else. It ends where scanMessage has checked that the record ends;
 * the bytes of all others are read here.
 */
export const BY_PACKET: readonly string[] = ["TXT", ...Object.keys(READ)];
