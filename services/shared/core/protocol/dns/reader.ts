/** Bytes that are not what they should be. Never leaves the decoder. */
export class WireError extends Error {}

/** Bytes that may be right, but grow to more than is read. */
export class TooLargeError extends WireError {}

/** Octets of all names of a message, pointers followed: what reading them costs, and what an answer may grow to. */
const NAME_OCTETS_MAX = 131_072;
/** Compression pointers followed for one name; honest names need a handful. */
const POINTERS_MAX = 32;

/**
 * A place in a message that moves on as it reads. Reads beyond `end` throw WireError, so that whoever reads can never
 * leave its record; so do names that do not end, lead in circles or cost more than honest ones.
 */
export class Reader {
  readonly bytes: Uint8Array;
  at: number;
  /** The first place that must not be read: the message's end, or within a record's data the data's. */
  end: number;
  private octets = 0;
  private readonly octetsMax: number;

  /** @param octetsMax of all names, pointers followed. */
  constructor(bytes: Uint8Array, at = 0, octetsMax = NAME_OCTETS_MAX) {
    this.bytes = bytes;
    this.at = at;
    this.octetsMax = octetsMax;
    this.end = bytes.length;
  }

  u8(): number {
    if (this.at >= this.end) throw new WireError();
    return this.bytes[this.at++] as number;
  }

  u16(): number {
    const { bytes, at } = this;
    if (at + 2 > this.end) throw new WireError();
    this.at = at + 2;
    return ((bytes[at] as number) << 8) | (bytes[at + 1] as number);
  }

  u32(): number {
    return this.u16() * 65_536 + this.u16();
  }

  take(length: number): Uint8Array {
    if (this.at + length > this.end) throw new WireError();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  rest(): Uint8Array {
    return this.take(this.end - this.at);
  }

  /** A character string (RFC 1035 3.3): a length and so many bytes. */
  string(): Uint8Array {
    return this.take(this.u8());
  }

  get left(): number {
    return this.end - this.at;
  }

  /**
   * A name in presentation form without the trailing dot, `.` for the root, in the case it has (RFC 1035 5.1, 4.1.4).
   * @param pointers false where RFC 3597 4 forbids compression.
   */
  name(pointers = true): string {
    const { bytes } = this;
    let at = this.at;
    let limit = this.end;
    let jumps = 0;
    let octets = 1;
    let text = "";
    for (;;) {
      if (at >= limit) throw new WireError();
      const length = bytes[at] as number;
      if (length === 0) break;
      if (length < 64) {
        octets += length + 1;
        if (octets > 255 || at + length >= limit) throw new WireError();
        if (text !== "") text += ".";
        for (const end = at + length; at < end; ) text += NAME_TEXT[bytes[++at] as number];
        at++;
        continue;
      }
      const target = ((length & 0x3f) << 8) | (bytes[at + 1] ?? 0);
      // Pointers lead back, and the bits 01 and 10 are no label of ours (RFC 6891 5).
      if (length < 192 || !pointers || at + 2 > limit || target >= at || ++jumps > POINTERS_MAX)
        throw new WireError();
      if (jumps === 1) this.at = at + 2;
      at = target;
      limit = bytes.length;
    }
    if (jumps === 0) this.at = at + 1;
    this.octets += octets;
    if (this.octets > this.octetsMax) throw new TooLargeError();
    return text === "" ? "." : text;
  }
}

/** Each byte as it stands in the presentation of a name: what has a meaning there is escaped, as dig does. */
const NAME_TEXT: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  if ('".;\\()@$'.includes(char)) return `\\${char}`;
  return byte > 0x20 && byte < 0x7f ? char : decimal(byte);
});

/** Each byte as it stands in a quoted string. */
const STRING_TEXT: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  if ('"\\'.includes(char)) return `\\${char}`;
  return byte >= 0x20 && byte < 0x7f ? char : decimal(byte);
});

function decimal(byte: number): string {
  return `\\${String(byte).padStart(3, "0")}`;
}

/** The bytes of a character string, escaped, without quotes (RFC 1035 5.1). */
export function escapedBytes(bytes: Iterable<number>): string {
  let text = "";
  for (const byte of bytes) text += STRING_TEXT[byte];
  return text;
}

/** The same in quotes. */
export function quotedBytes(bytes: Iterable<number>): string {
  return `"${escapedBytes(bytes)}"`;
}
