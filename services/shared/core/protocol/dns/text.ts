import { TextDecoder } from "../platform.ts";
import { escapedBytes } from "./reader.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes bytes as UTF-8; if they are not valid UTF-8, escapes them as \DDD. */
export function textOf(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    return escapedBytes(bytes);
  }
}

/** Length in characters of the pieces into which dig splits long hex and base64. */
const PIECE = 56;

/** Splits long hex or base64 into pieces separated by spaces, in the same way as dig. */
export function inPieces(text: string): string {
  if (text.length <= PIECE) return text;
  return (text.match(/.{1,56}/g) ?? []).join(" ");
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, "0"));

/** Encodes bytes in upper-case hex, as dig prints it. */
export function hex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += HEX[byte];
  return text;
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BASE32HEX = "0123456789ABCDEFGHIJKLMNOPQRSTUV";

/** Encodes bytes in base64 with padding (RFC 4648 4). */
export function base64(bytes: Uint8Array): string {
  const text = grouped(bytes, BASE64, 6);
  return text.padEnd(Math.ceil(text.length / 4) * 4, "=");
}

/** Encodes bytes in base32hex without padding (RFC 4648 7), as NSEC3 uses it (RFC 5155 3.3). */
export function base32hex(bytes: Uint8Array): string {
  return grouped(bytes, BASE32HEX, 5);
}

/** Encodes bytes in groups of `size` bits. Each group is encoded as one of `digits`. */
function grouped(bytes: Uint8Array, digits: string, size: number): string {
  let text = "";
  let [bits, held] = [0, 0];
  const mask = 2 ** size - 1;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff;
    for (bits += 8; bits >= size; bits -= size) text += digits[(held >> (bits - size)) & mask];
  }
  return bits === 0 ? text : text + digits[(held << (size - bits)) & mask];
}

/** Formats seconds since 1970 as YYYYMMDDHHMMSS in UTC (RFC 4034 3.2). */
export function timestamp(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, "0");
  const day = Math.floor(seconds / 86_400);
  const { year, month, date } = civil(day);
  const rest = seconds - day * 86_400;
  return `${String(year).padStart(4, "0")}${two(month)}${two(date)}${two(Math.floor(rest / 3600))}${two(Math.floor(rest / 60) % 60)}${two(rest % 60)}`;
}

/** Formats seconds since 1970 as ISO 8601 in UTC. */
export function isoTime(seconds: number): string {
  return timestamp(seconds).replace(/^(\d{4})(..)(..)(..)(..)(..)$/, "$1-$2-$3T$4:$5:$6.000Z");
}

/**
 * Converts a day number since 1970 to a Gregorian date (H. Hinnant, chrono-compatible low-level date algorithms,
 * civil_from_days).
 */
function civil(day: number): { year: number; month: number; date: number } {
  const z = day + 719_468;
  const era = Math.floor(z / 146_097);
  const doe = z - era * 146_097;
  const yoe = Math.floor(
    (doe - Math.floor(doe / 1460) + Math.floor(doe / 36_524) - Math.floor(doe / 146_096)) / 365,
  );
  const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100));
  const mp = Math.floor((5 * doy + 2) / 153);
  const month = mp < 10 ? mp + 3 : mp - 9;
  const date = doy - Math.floor((153 * mp + 2) / 5) + 1;
  return { year: yoe + era * 400 + (month <= 2 ? 1 : 0), month, date };
}
