import { createBuffer } from "../platform.ts";

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
    let size = 0;
    for (;;) {
      if (at >= limit) throw new WireError();
      const length = bytes[at] as number;
      if (length === 0) break;
      if (length < 64) {
        octets += length + 1;
        if (octets > 255 || at + length >= limit) throw new WireError();
        if (size > 0) WRITTEN[size++] = DOT;
        for (const end = at + length; at < end; ) size = NAME_FORM.write(bytes[++at] as number, size);
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
    return size === 0 ? "." : WRITTEN.toString("latin1", 0, size);
  }
}

/** Maximum number of bytes that are escaped at once; a name has at most 255 octets. */
const PIECE = 256;
/**
 * Buffer in which texts are written, because joining strings byte by byte takes ten times as long. An escaped byte has
 * at most four characters.
 */
const WRITTEN = createBuffer(PIECE * 4);
const DOT = 0x2e;

/** The presentation form of bytes, in which `special` characters and bytes that cannot be printed are escaped. */
class PresentationForm {
  /** Text of each byte value that is escaped; null for all others. */
  private readonly escapes: readonly (string | null)[];

  /** @param first the lowest byte value that is not escaped. */
  constructor(special: string, first: number) {
    this.escapes = Array.from({ length: 256 }, (_, byte) => {
      const char = String.fromCharCode(byte);
      if (special.includes(char)) return `\\${char}`;
      return byte >= first && byte < 0x7f ? null : `\\${String(byte).padStart(3, "0")}`;
    });
  }

  /** Writes a byte at an offset of WRITTEN. Returns the offset after it. */
  write(byte: number, at: number): number {
    const text = this.escapes[byte] as string | null;
    if (text === null) {
      WRITTEN[at] = byte;
      return at + 1;
    }
    for (let i = 0; i < text.length; i++) WRITTEN[at + i] = text.charCodeAt(i);
    return at + text.length;
  }
}

/** In a name, the same special characters are escaped as by dig. */
const NAME_FORM = new PresentationForm('".;\\()@$', 0x21);
const STRING_FORM = new PresentationForm('"\\', 0x20);

/** Returns the presentation form of a character string, escaped but without quotes (RFC 1035 5.1). */
export function escapedBytes(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    let size = 0;
    for (const end = Math.min(at + PIECE, bytes.length); at < end; at++)
      size = STRING_FORM.write(bytes[at] as number, size);
    text += WRITTEN.toString("latin1", 0, size);
  }
  return text;
}

/** Returns the presentation form of a character string in quotes. */
export function quotedBytes(bytes: Uint8Array): string {
  return `"${escapedBytes(bytes)}"`;
}
