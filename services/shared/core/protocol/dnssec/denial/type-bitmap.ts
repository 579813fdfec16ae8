import { type Reader, WireError } from "../../dns/reader.ts";
import { typeNumber } from "../../dns/types.ts";

/** The types that exist at a name (RFC 4034 4.1.2). */
export type TypeBitmap = { has(type: string): boolean };

/**
 * Reads the types to the end of the data. They are looked up and not listed: a few kilobytes may say that all 65536
 * types exist. @throws WireError when the data is broken.
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
