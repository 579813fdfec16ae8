import { type Reader, WireError } from "../../dns/reader.ts";
import { typeNumber } from "../../dns/types.ts";

/** The record types that exist at a name (RFC 4034 4.1.2). */
export type TypeBitmap = { has(type: string): boolean };

/**
 * Reads a type bitmap up to the end of the data. The types are looked up on demand and not listed, since a few
 * kilobytes can declare all 65536 types. @throws WireError if the data is malformed.
 */
export function typeBitmap(r: Reader): TypeBitmap {
  const windows = new Map<number, Uint8Array>();
  let last = -1;
  while (r.left > 0) {
    const window = r.u8();
    const bits = r.take(r.u8());
    if (window <= last || bits.length === 0 || bits.length > 32) throw new WireError();
    windows.set(window, bits);
    last = window;
  }
  return {
    has(type) {
      const number = typeNumber(type);
      if (number === null) return false;
      const byte = windows.get(number >> 8)?.[(number & 0xff) >> 3] ?? 0;
      return (byte & (0x80 >> (number & 7))) !== 0;
    },
  };
}
