import type { Question } from "@dnstools/core/protocol/dns/message";
import { typeNumber } from "@dnstools/core/protocol/dns/types";

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

/** Header flags of a query (RFC 1035 4.1.1, RFC 4035 3.2). */
const [RECURSION_DESIRED, AUTHENTIC_DATA, CHECKING_DISABLED] = [0x0100, 0x0020, 0x0010];
const HEADER = 12;
const CLASS_IN = 1;

/**
 * Encodes a query. Returns null if the type or the name cannot be encoded. The name is checked here because names
 * taken from responses are queried too.
 */
export function encodeQuery(question: Question, options: QueryOptions): Uint8Array | null {
  const type = typeNumber(question.type);
  const nameEnd = type === null ? null : writeName(question.name);
  if (type === null || nameEnd === null) return null;
  // AD asks a validating resolver to set AD in the response if it validated the data (RFC 6840 5.7).
  const forResolver = options.recursion ? RECURSION_DESIRED | AUTHENTIC_DATA : 0;
  const opt = options.edns ? OPTS[options.recursion ? "resolver" : "server"] : NO_OPT;
  writeU16(0, options.id);
  writeU16(2, forResolver | (options.unchecked ? CHECKING_DISABLED : 0));
  // One question, and one additional record, the OPT record.
  writeU16(4, 1);
  writeU16(10, options.edns ? 1 : 0);
  writeU16(nameEnd, type);
  writeU16(nameEnd + 2, CLASS_IN);
  const optAt = nameEnd + 4;
  SCRATCH.set(opt, optAt);
  if (options.edns && options.dnssec) SCRATCH[optAt + DO_AT] = 0x80;
  return SCRATCH.slice(0, optAt + opt.length);
}

/**
 * The OPT record of a query (RFC 6891 6.1.2), without the DO flag. The one for an authoritative server also asks which
 * of the server's instances answers (NSID, RFC 5001 2.1).
 */
const OPTS = { resolver: optOf([]), server: optOf([0, 3, 0, 0]) } as const;
const NO_OPT = new Uint8Array(0);
/** Offset in an OPT record of the byte whose top bit is the DO flag (RFC 3225). */
const DO_AT = 7;

function optOf(options: readonly number[]): Uint8Array {
  return Uint8Array.from([
    0,
    0,
    41,
    UDP_SIZE >> 8,
    UDP_SIZE & 0xff,
    0,
    0,
    0,
    0,
    0,
    options.length,
    ...options,
  ]);
}

/** Buffer for the longest possible query, because the length of a name is known only when it is written. */
const SCRATCH = new Uint8Array(512);

/**
 * Writes a name to SCRATCH after the header, and returns the offset after it. Returns null if the name cannot be
 * encoded (RFC 1035 2.3.4): labels have 1 to 63 octets, a name has at most 255 including length octets and the root.
 * All octets other than visible ASCII have to be escaped, as in the names of parsed records (RFC 1035 5.1).
 */
function writeName(name: string): number | null {
  let lengthAt = HEADER;
  let here = HEADER + 1;
  for (let at = 0; name !== "" && at <= name.length; at++, here++) {
    if (here > HEADER + NAME_MAX) return null;
    const char = at === name.length ? DOT : name.charCodeAt(at);
    if (char === DOT) {
      const length = here - lengthAt - 1;
      if (length === 0 || length > 63) return null;
      SCRATCH[lengthAt] = length;
      lengthAt = here;
    } else if (char === BACKSLASH) {
      const [escaped = "", decimal] = ESCAPED.exec(name.slice(at + 1, at + 4)) ?? [];
      const octet = decimal === undefined ? escaped.charCodeAt(0) : Number(decimal);
      if (!(octet <= 0xff)) return null;
      SCRATCH[here] = octet;
      at += escaped.length;
    } else {
      if (char <= 0x20 || char >= 0x7f) return null;
      SCRATCH[here] = char;
    }
  }
  SCRATCH[lengthAt] = 0;
  return lengthAt + 1;
}

/** Maximum length of a name in a message, in octets, without the root. */
const NAME_MAX = 254;
/** What follows the backslash of an escape sequence: the decimal value of an octet, or a visible character. */
const ESCAPED = /^(?:(\d{3})|[\x21-\x2f\x3a-\x7e])/;

function writeU16(at: number, value: number): void {
  SCRATCH[at] = value >> 8;
  SCRATCH[at + 1] = value & 0xff;
}

const DOT = 0x2e;
const BACKSLASH = 0x5c;
