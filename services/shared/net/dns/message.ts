import type { DnsReply, Question } from "@dnstools/core/protocol/dns-message";
import { type MessageFrame, scanMessage } from "@dnstools/core/protocol/dns-scan";
import { typeName } from "@dnstools/core/protocol/dns-types";
import * as packet from "dns-packet";
import { BY_PACKET, readRecord } from "./record.ts";

export type QueryOptions = {
  readonly id: number;
  /** RD: for a resolver, not for a zone's own server. */
  readonly recursion: boolean;
  /** EDNS(0) with a UDP size of 1232 (RFC 9715 3.2); false after a server refused it. */
  readonly edns: boolean;
};

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

/** RFC 1035 2.3.4: labels of 1 to 63 octets, 255 octets in all with their lengths and the root; plain ASCII. */
function fitsWire(name: string): boolean {
  if (name === "") return true;
  // Escapes would go out as the characters that they are written with.
  if (!/^[!-~]+$/.test(name) || name.includes("\\")) return false;
  const lengths = name.split(".").map((label) => Buffer.byteLength(label));
  return lengths.every((n) => n > 0 && n <= 63) && lengths.reduce((sum, n) => sum + n + 1, 1) <= 255;
}

/** Why bytes are not the response that was waited for. */
export type NotReply = "other" | "malformed";

/**
 * Reads a response and checks that it answers the query that was sent: id, QR, opcode and the very question
 * (RFC 5452 9.1). `other` is somebody else's message, to be ignored; `malformed` is ours but broken.
 * Total: whatever the bytes, it does not throw, and its work is bounded by scanMessage.
 */
export function decodeReply(bytes: Uint8Array, query: Uint8Array): DnsReply | NotReply {
  const buffer = Buffer.from(bytes);
  const isReply = buffer.length >= 12 && ((buffer[2] ?? 0) & 0xf8) === 0x80;
  if (!isReply || buffer[0] !== query[0] || buffer[1] !== query[1]) return "other";
  const rcode = (buffer[3] ?? 0) & 0x0f;
  // A server that could not read the question may answer an error without it.
  const bare = buffer.readUInt16BE(4) === 0 && rcode !== 0 && rcode !== 3;
  if (!bare && !sameQuestion(buffer, query)) return "other";
  const flags = flagsOf(buffer);
  // What a truncated message still holds is not looked at (RFC 2181 9): it is asked again over TCP.
  if (flags.includes("tc"))
    return { rcode: rcodeName(rcode), flags, answers: [], authorities: [], additionals: [] };
  const frame = scanMessage(buffer);
  if (frame === null) return "malformed";
  try {
    return { rcode: rcodeName(rcode | extendedRcode(frame)), flags, ...readSections(buffer, frame) };
  } catch {
    return "malformed";
  }
}

/** Whether a response echoes a query's question byte for byte but for case. */
function sameQuestion(reply: Buffer, query: Uint8Array): boolean {
  let end = 12;
  while ((query[end] ?? 0) !== 0) end += (query[end] ?? 0) + 1;
  const part = (bytes: Uint8Array) => Buffer.from(bytes.subarray(12, end + 5)).toString("latin1");
  const fold = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return reply.readUInt16BE(4) === 1 && fold(part(reply)) === fold(part(query));
}

const OPT = 41;

/** The upper bits of the response code (RFC 6891 6.1.3). */
function extendedRcode({ records }: MessageFrame): number {
  return ((records.find(({ type }) => type === OPT)?.ttl ?? 0) >>> 24) << 4;
}

const RCODES: Readonly<Record<number, string>> = {
  0: "NOERROR",
  1: "FORMERR",
  2: "SERVFAIL",
  3: "NXDOMAIN",
  4: "NOTIMP",
  5: "REFUSED",
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

function flagsOf(buffer: Buffer): string[] {
  const word = buffer.readUInt16BE(2);
  return FLAG_BITS.filter(([, bit]) => (word & bit) !== 0).map(([name]) => name);
}

/** A private type that dns-packet hands over as bytes. */
const AS_BYTES = 65_280;

/**
 * The records of the three sections. All types but those of BY_PACKET are given to dns-packet as a private type, and
 * their bytes are read here.
 */
function readSections(buffer: Buffer, { records }: MessageFrame): Omit<DnsReply, "rcode" | "flags"> {
  const names = records.map(({ type }) => typeName(type));
  for (const [i, { typeAt }] of records.entries()) {
    if (!BY_PACKET.includes(names[i] ?? "")) buffer.writeUInt16BE(AS_BYTES, typeAt);
  }
  const message = packet.decode(buffer);
  let next = 0;
  const read = (section: packet.Answer[] | undefined) =>
    (section ?? []).flatMap((answer) => {
      const frame = records[next];
      const type = names[next] ?? "";
      next += 1;
      // Only class IN was asked for, and OPT is no record of a zone.
      if (frame === undefined || frame.class !== 1 || frame.type === OPT) return [];
      return [readRecord(answer, frame, type, buffer)];
    });
  return {
    answers: read(message.answers),
    authorities: read(message.authorities),
    additionals: read(message.additionals),
  };
}
