import type { Question } from "@dnstools/core/protocol/dns/message";
import { typeNumber } from "@dnstools/core/protocol/dns/types";
import * as packet from "dns-packet";

/** Header flags and EDNS options of a query. */
export type QueryOptions = {
  readonly id: number;
  /** Value of the RD flag: true for a recursive resolver, false for an authoritative server. */
  readonly recursion: boolean;
  /** True to send EDNS(0) with a UDP size of 1232 bytes (RFC 9715 3.2); false after the server rejected EDNS. */
  readonly edns: boolean;
  /** Value of the DO flag: requests DNSSEC signatures (RFC 3225); requires EDNS. */
  readonly dnssec?: boolean | undefined;
  /** Value of the CD flag: tells a resolver not to validate signatures (RFC 4035 3.2.2). */
  readonly unchecked?: boolean | undefined;
};

const UDP_SIZE = 1232;

/**
 * Encodes a query. Returns null if the type or the name cannot be encoded, because dns-packet would write a broken
 * message. The name is checked here because names taken from responses are queried too.
 */
export function encodeQuery(question: Question, options: QueryOptions): Uint8Array | null {
  const type = typeNumber(question.type);
  if (type === null || !fitsWire(question.name)) return null;
  // The type is given by number because dns-packet does not know every type by name.
  QUESTION.type = `UNKNOWN_${type}` as "A";
  QUESTION.name = question.name;
  // AD asks a validating resolver to set AD in the response if it validated the data (RFC 6840 5.7).
  const forResolver = options.recursion ? packet.RECURSION_DESIRED | packet.AUTHENTIC_DATA : 0;
  QUERY.id = options.id;
  QUERY.flags = forResolver | (options.unchecked ? packet.CHECKING_DISABLED : 0);
  const opt = options.recursion ? FOR_RESOLVER : FOR_SERVER;
  QUERY.additionals = options.edns ? (options.dnssec ? opt.dnssec : opt.plain) : [];
  packet.encode(QUERY, SCRATCH);
  const query = new Uint8Array(packet.encode.bytes);
  for (let at = 0; at < query.length; at++) query[at] = SCRATCH[at] as number;
  return query;
}

/**
 * Buffer for the longest possible query. Encoding into this buffer takes half as long as letting dns-packet measure
 * the length first.
 */
const SCRATCH = Buffer.alloc(512);

/** Objects reused for every query, because creating new ones costs as much as encoding them. */
const QUESTION: packet.Question = { type: "A", class: "IN", name: "" };
const QUERY: packet.Packet = { type: "query", id: 0, flags: 0, questions: [QUESTION], additionals: [] };

/** Returns the OPT record of a query in two variants: without and with the DO flag (RFC 3225). */
function optOf(options: packet.PacketOpt[]): { plain: packet.OptAnswer[]; dnssec: packet.OptAnswer[] } {
  const opt: packet.OptAnswer = {
    type: "OPT",
    name: ".",
    udpPayloadSize: UDP_SIZE,
    extendedRcode: 0,
    ednsVersion: 0,
    flag_do: false,
    flags: 0,
    options,
  };
  return { plain: [opt], dnssec: [{ ...opt, flags: packet.DNSSEC_OK }] };
}

const FOR_RESOLVER = optOf([]);
/**
 * The OPT record for an authoritative server also asks which of the server's instances answers (NSID, RFC 5001 2.1).
 */
const FOR_SERVER = optOf([{ code: "NSID", data: Buffer.alloc(0) } as unknown as packet.PacketOpt]);

/**
 * Returns true if a name can be encoded (RFC 1035 2.3.4): labels of 1 to 63 octets, 255 octets in all including length
 * octets and the root, and plain ASCII.
 */
function fitsWire(name: string): boolean {
  if (name === "") return true;
  let octets = 1;
  let label = 0;
  for (let at = 0; at <= name.length; at++) {
    const char = at === name.length ? DOT : name.charCodeAt(at);
    if (char === DOT) {
      if (label === 0 || label > 63) return false;
      octets += label + 1;
      label = 0;
    } else {
      // An escape sequence is rejected because dns-packet would send its characters literally.
      if (char <= 0x20 || char >= 0x7f || char === BACKSLASH) return false;
      label++;
    }
  }
  return octets <= 255;
}

const DOT = 0x2e;
const BACKSLASH = 0x5c;
