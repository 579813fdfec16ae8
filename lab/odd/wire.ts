/** Encodes and parses parts of DNS messages, for servers that send wrong messages. */

/** Bytes of the header (RFC 1035 section 4.1.1). */
export const HEADER = 12;
/** Bits of the header's third byte (QR, AA, TC) and of its fourth byte (RA). */
const QR = 0x80;
export const [AA, TC] = [0x04, 0x02];
export const RA = 0x80;
/** Response codes. */
export const [NOERROR, FORMERR, SERVFAIL, NXDOMAIN] = [0, 1, 2, 3];

/**
 * Returns an answer that consists of the header and the question only.
 * @param flag bits of the header's third byte.
 * @param last the header's fourth byte: the response code, and RA.
 */
export function bare(query: Uint8Array, flag: number, last: number): Uint8Array {
  const answer = Uint8Array.from(query.subarray(0, endOfQuestion(query)));
  answer[2] = (answer[2] ?? 0) | QR | flag;
  answer[3] = last;
  answer.fill(0, 6, HEADER);
  return answer;
}

/** Returns the offset at which the first question ends. */
export function endOfQuestion(query: Uint8Array): number {
  let at = HEADER;
  while ((query[at] ?? 0) !== 0) at += 1 + (query[at] ?? 0);
  return Math.min(query.length, at + 5);
}

/** Returns the number of the queried type. */
export function typeAsked(query: Uint8Array): number {
  const end = endOfQuestion(query);
  return ((query[end - 4] ?? 0) << 8) | (query[end - 3] ?? 0);
}

/** Returns a message with its length before it, as sent over TCP (RFC 1035 section 4.2.2). */
export function framed(message: Uint8Array): Uint8Array {
  return Uint8Array.from([message.length >> 8, message.length & 0xff, ...message]);
}

/** Yields the messages of a TCP stream. */
export async function* messagesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let got = Buffer.alloc(0);
  for await (const bytes of stream) {
    got = Buffer.concat([got, bytes]);
    for (let message = firstMessage(got); message !== null; message = firstMessage(got)) {
      got = got.subarray(2 + message.length);
      yield message;
    }
  }
}

/** Returns the first message of a TCP stream so far, or null while it is incomplete. */
function firstMessage(got: Buffer): Uint8Array | null {
  if (got.length < 2) return null;
  const end = 2 + got.readUInt16BE(0);
  return got.length < end ? null : Uint8Array.from(got.subarray(2, end));
}
