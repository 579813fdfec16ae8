import type { Question } from "@dnstools/core/protocol/dns/message";
import { typeNumber } from "@dnstools/core/protocol/dns/types";
import * as packet from "dns-packet";

export type QueryOptions = {
  readonly id: number;
  /** RD: for a resolver, not for a zone's own server. */
  readonly recursion: boolean;
  /** EDNS(0) with a UDP size of 1232 (RFC 9715 3.2); false after a server refused it. */
  readonly edns: boolean;
  /** DO: signatures are wanted too (RFC 3225); needs EDNS. */
  readonly dnssec?: boolean;
  /** CD: a resolver must not check signatures (RFC 4035 3.2.2). */
  readonly unchecked?: boolean;
};

const UDP_SIZE = 1232;

/**
 * A query's bytes; null for a name that the wire cannot carry, which dns-packet would write as a broken message.
 * Names out of answers come here again, so they are checked here.
 */
export function encodeQuery(question: Question, options: QueryOptions): Uint8Array | null {
  const type = typeNumber(question.type);
  if (type === null || !fitsWire(question.name)) return null;
  // AD asks a validating resolver to say so in the answer (RFC 6840 5.7).
  const forResolver = options.recursion ? packet.RECURSION_DESIRED | packet.AUTHENTIC_DATA : 0;
  return packet.encode({
    type: "query",
    id: options.id,
    flags: forResolver | (options.unchecked ? packet.CHECKING_DISABLED : 0),
    // By number, since dns-packet does not know every name.
    questions: [{ type: `UNKNOWN_${type}` as "A", class: "IN", name: question.name }],
    additionals: options.edns ? [{ ...OPT, flags: options.dnssec ? packet.DNSSEC_OK : 0, options: [] }] : [],
  });
}

const OPT = {
  type: "OPT",
  name: ".",
  udpPayloadSize: UDP_SIZE,
  extendedRcode: 0,
  ednsVersion: 0,
  flag_do: false,
} as const;

/** RFC 1035 2.3.4: labels of 1 to 63 octets, 255 octets in all with their lengths and the root; plain ASCII. */
function fitsWire(name: string): boolean {
  if (name === "") return true;
  // Escapes would go out as the characters that they are written with.
  if (!/^[!-~]+$/.test(name) || name.includes("\\")) return false;
  let octets = 1;
  for (const label of name.split(".")) {
    if (label.length === 0 || label.length > 63) return false;
    octets += label.length + 1;
  }
  return octets <= 255;
}
