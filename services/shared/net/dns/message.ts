import type { Question } from "@dnstools/core/protocol/dns/message";
import { typeNumber } from "@dnstools/core/protocol/dns/types";
import * as packet from "dns-packet";

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
  const type = typeNumber(question.type);
  if (type === null || !fitsWire(question.name)) return null;
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
    // Numbers, since dns-packet does not know every name.
    questions: [{ type: `UNKNOWN_${type}` as "A", class: "IN", name: question.name }],
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
