import type { DnsReply, Question } from "@dnstools/core/protocol/dns-message";
import {
  type DnsRecord,
  escapedBytes,
  isRecordType,
  presentation,
  quotedBytes,
  type RecordData,
  type RecordType,
} from "@dnstools/core/protocol/dns-record";
import * as packet from "dns-packet";

export type QueryOptions = {
  readonly id: number;
  /** RD: for a resolver, not for a zone's own server. */
  readonly recursion: boolean;
  /** EDNS(0) with a UDP size of 1232 (RFC 9715 3.2); false after a server refused it. */
  readonly edns: boolean;
};

/** Records beyond this in one message are not read. */
const RECORDS_MAX = 4096;
const UDP_SIZE = 1232;

/**
 * A query's bytes; null for a name that the wire cannot carry, which dns-packet would write as a broken message.
 * Names out of answers come here again, so they are checked here.
 */
export function encodeQuery(question: Question, options: QueryOptions): Uint8Array | null {
  if (!fitsWire(question.name)) return null;
  const opt = {
    type: "OPT",
    name: ".",
    udpPayloadSize: UDP_SIZE,
    extendedRcode: 0,
    ednsVersion: 0,
    flags: 0,
    flag_do: false,
    options: [],
  } as const;
  return packet.encode({
    type: "query",
    id: options.id,
    // AD asks a validating resolver to say so in the answer (RFC 6840 5.7).
    flags: options.recursion ? packet.RECURSION_DESIRED | packet.AUTHENTIC_DATA : 0,
    questions: [{ type: question.type, class: "IN", name: question.name }],
    additionals: options.edns ? [{ ...opt, options: [] }] : [],
  });
}

/** RFC 1035 2.3.4: labels of 1 to 63 octets, 255 octets in all with their lengths and the root. */
function fitsWire(name: string): boolean {
  if (name === "") return true;
  const lengths = name.split(".").map((label) => Buffer.byteLength(label));
  return lengths.every((n) => n > 0 && n <= 63) && lengths.reduce((sum, n) => sum + n + 1, 1) <= 255;
}

/** Why bytes are not the response that was waited for. */
export type NotReply = "other" | "malformed";

/**
 * Reads a response and checks that it answers the question: id, QR, opcode and the question echoed
 * (RFC 5452 9.1). `other` is somebody else's message, to be ignored; `malformed` is ours but unreadable.
 * Total: whatever the bytes, it does not throw.
 */
export function decodeReply(bytes: Uint8Array, question: Question, id: number): DnsReply | NotReply {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < 12 || buffer.readUInt16BE(0) !== id || (buffer.readUInt8(2) & 0xf8) !== 0x80)
    return "other";
  const flags = flagsOf(buffer);
  try {
    return readMessage(packet.decode(buffer), question, flags);
  } catch {
    // A truncated message may be cut anywhere; that it was cut is all that is taken from it (RFC 7766 5).
    const cut = { rcode: "NOERROR", flags, answers: [], authorities: [], additionals: [] };
    return flags.includes("tc") ? cut : "malformed";
  }
}

function readMessage(
  message: packet.DecodedPacket,
  question: Question,
  flags: string[],
): DnsReply | NotReply {
  const echoed = message.questions ?? [];
  const rcode = String((message as { rcode?: string }).rcode ?? "NOERROR");
  // A server that could not read the question may answer an error without it.
  const bare = echoed.length === 0 && rcode !== "NOERROR" && rcode !== "NXDOMAIN";
  if (!bare && !asked(echoed, question)) return "other";
  const sections = [message.answers, message.authorities, message.additionals];
  if (sections.reduce((n, section) => n + (section?.length ?? 0), 0) > RECORDS_MAX) return "malformed";
  const [answers = [], authorities = [], additionals = []] = sections.map((s) =>
    (s ?? []).flatMap(readRecord),
  );
  return { rcode, flags, answers, authorities, additionals };
}

function asked(echoed: readonly packet.Question[], question: Question): boolean {
  const [first] = echoed;
  return (
    echoed.length === 1 &&
    first !== undefined &&
    first.type === question.type &&
    (first.class ?? "IN") === "IN" &&
    first.name.toLowerCase() === (question.name.toLowerCase() || ".")
  );
}

const FLAG_BITS = [
  ["aa", 0x0400],
  ["tc", 0x0200],
  ["rd", 0x0100],
  ["ra", 0x0080],
  ["ad", 0x0020],
  ["cd", 0x0010],
] as const;

function flagsOf(buffer: Buffer): string[] {
  const word = buffer.readUInt16BE(2);
  return FLAG_BITS.filter(([, bit]) => (word & bit) !== 0).map(([name]) => name);
}

/** Zero or one record: OPT is no record of the zone, and only class IN was asked for. */
function readRecord(answer: packet.Answer): DnsRecord[] {
  if (answer.type === "OPT" || !("data" in answer)) return [];
  if ("class" in answer && answer.class !== undefined && answer.class !== "IN") return [];
  const base = { name: answer.name, type: String(answer.type), ttl: ("ttl" in answer ? answer.ttl : 0) ?? 0 };
  const type = base.type;
  if (!isRecordType(type)) return [opaque(base, answer.data)];
  if (type === "TXT") {
    const strings = (Array.isArray(answer.data) ? answer.data : [answer.data]).map((s) =>
      Buffer.from(s as string),
    );
    return [{ ...base, ...readTxt(strings) }];
  }
  const data = READ[type](answer.data as never);
  return [{ ...base, value: presentation(type, data as never), data }];
}

/** A type without fields here, in the form of RFC 3597 5 where its bytes are at hand. */
function opaque(base: { name: string; type: string; ttl: number }, data: unknown): DnsRecord {
  const bytes = Buffer.isBuffer(data) ? data : null;
  const type = base.type.replace(/^UNKNOWN_/, "TYPE");
  const value =
    bytes === null
      ? JSON.stringify(data)
      : `\\# ${bytes.length} ${bytes.toString("hex").toUpperCase()}`.trimEnd();
  return { ...base, type, value, data: { hex: bytes?.toString("hex") ?? null } };
}

function readTxt(strings: readonly Buffer[]): { value: string; data: RecordData["TXT"] } {
  return {
    value: strings.map(quotedBytes).join(" "),
    data: { text: textOf(Buffer.concat(strings)), strings: strings.map(textOf) },
  };
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

function textOf(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    return escapedBytes(bytes);
  }
}

/** dns-packet's shapes into ours, by type. */
const READ: { readonly [T in Exclude<RecordType, "TXT">]: (data: never) => RecordData[T] } = {
  A: (address: string) => ({ address }),
  AAAA: (address: string) => ({ address }),
  CNAME: (target: string) => ({ target }),
  NS: (target: string) => ({ target }),
  PTR: (target: string) => ({ target }),
  MX: (d: { preference?: number; exchange: string }) => ({
    preference: d.preference ?? 0,
    exchange: d.exchange,
  }),
  SOA: (d: RecordData["SOA"]) => ({
    mname: d.mname,
    rname: d.rname,
    serial: d.serial,
    refresh: d.refresh,
    retry: d.retry,
    expire: d.expire,
    minimum: d.minimum,
  }),
  CAA: (d: RecordData["CAA"]) => ({ flags: d.flags, tag: d.tag, value: d.value }),
  SRV: (d: RecordData["SRV"]) => ({ priority: d.priority, weight: d.weight, port: d.port, target: d.target }),
  DS: (d: { keyTag: number; algorithm: number; digestType: number; digest: Buffer }) => ({
    keyTag: d.keyTag,
    algorithm: d.algorithm,
    digestType: d.digestType,
    digest: d.digest.toString("hex").toUpperCase(),
  }),
  DNSKEY: (d: { flags: number; algorithm: number; key: Buffer }) => ({
    flags: d.flags,
    protocol: 3,
    algorithm: d.algorithm,
    publicKey: d.key.toString("base64"),
  }),
  NAPTR: (d: RecordData["NAPTR"]) => ({
    order: d.order,
    preference: d.preference,
    flags: d.flags,
    services: d.services,
    regexp: d.regexp,
    replacement: d.replacement,
  }),
  TLSA: (d: { usage: number; selector: number; matchingType: number; certificate: Buffer }) => ({
    usage: d.usage,
    selector: d.selector,
    matchingType: d.matchingType,
    certificate: d.certificate.toString("hex").toUpperCase(),
  }),
};
