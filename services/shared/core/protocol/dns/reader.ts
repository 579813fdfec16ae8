/** Malformed DNS data. The decoder catches this error and never throws it to its callers. */
export class WireError extends Error {}

/** DNS data that may be valid but exceeds the limit on names. */
export class TooLargeError extends WireError {}

/**
 * Maximum total octets of all names in a message, after following pointers. It bounds the reading time and the size of
 * the result.
 */
const NAME_OCTETS_MAX = 131_072;
/** Maximum number of compression pointers followed for one name. Real names need only a few. */
const POINTERS_MAX = 32;

/**
 * Reads a DNS message from front to back. Throws WireError for reads beyond `end`, so that a record's reader
 * cannot leave its record, and for names that are unterminated, loop or exceed the limits.
 */
export class Reader {
  readonly bytes: Uint8Array;
  at: number;
  /** Offset at which reading must stop: the end of the message, or of the record data being read. */
  end: number;
  private octets = 0;
  private readonly octetsMax: number;

  /** @param octetsMax maximum total octets of all names, after following pointers. */
  constructor(bytes: Uint8Array, at = 0, octetsMax = NAME_OCTETS_MAX) {
    this.bytes = bytes;
    this.at = at;
    this.octetsMax = octetsMax;
    this.end = bytes.length;
  }

  /** Reads an unsigned 8-bit integer. */
  u8(): number {
    if (this.at >= this.end) throw new WireError();
    return this.bytes[this.at++] as number;
  }

  /** Reads an unsigned 16-bit integer. */
  u16(): number {
    const { bytes, at } = this;
    if (at + 2 > this.end) throw new WireError();
    this.at = at + 2;
    return ((bytes[at] as number) << 8) | (bytes[at + 1] as number);
  }

  /** Reads an unsigned 32-bit integer. */
  u32(): number {
    return this.u16() * 65_536 + this.u16();
  }

  /** Reads `length` bytes, without copying them. */
  take(length: number): Uint8Array {
    if (this.at + length > this.end) throw new WireError();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** Reads all bytes up to `end`. */
  rest(): Uint8Array {
    return this.take(this.end - this.at);
  }

  /** Reads a character string: a length byte and that many bytes (RFC 1035 3.3). */
  string(): Uint8Array {
    return this.take(this.u8());
  }

  /** Number of bytes left before `end`. */
  get left(): number {
    return this.end - this.at;
  }

  /**
   * Reads a name. Returns it in presentation form without the trailing dot (`.` for the root), with its case
   * preserved (RFC 1035 5.1, 4.1.4).
   * @param pointers false if RFC 3597 4 forbids compression.
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
      // Pointers must point backwards. Label types 01 and 10 are not supported (RFC 6891 5).
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

/** Presentation form of each byte value in a name. Special characters are escaped in the same way as dig does. */
const NAME_TEXT: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  if ('".;\\()@$'.includes(char)) return `\\${char}`;
  return byte > 0x20 && byte < 0x7f ? char : decimal(byte);
});

/** Presentation form of each byte value in a quoted string. */
const STRING_TEXT: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  if ('"\\'.includes(char)) return `\\${char}`;
  return byte >= 0x20 && byte < 0x7f ? char : decimal(byte);
});

function decimal(byte: number): string {
  return `\\${String(byte).padStart(3, "0")}`;
}

/** Returns the presentation form of a character string, escaped but without quotes (RFC 1035 5.1). */
export function escapedBytes(bytes: Iterable<number>): string {
  let text = "";
  for (const byte of bytes) text += STRING_TEXT[byte];
  return text;
}

/** Returns the presentation form of a character string in quotes. */
export function quotedBytes(bytes: Iterable<number>): string {
  return `"${escapedBytes(bytes)}"`;
}
