import { randomBytes, randomInt } from "node:crypto";

/**
 * The format of a key: `dnst_`, an id (10 characters; not secret, shown in lists, logs and commands), the secret (43 characters
 * for 256 random bits) and a checksum (6 characters, the CRC-32 of everything before it), all in base62. Secret scanners find
 * keys by the prefix and confirm them by the checksum; the gateway refuses mistyped keys without a database query.
 */
const PREFIX = "dnst_";
const ID_LENGTH = 10;
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const ID_END = PREFIX.length + ID_LENGTH;
/** Length in characters of a whole key: prefix, id, secret and checksum. */
export const KEY_LENGTH = ID_END + SECRET_LENGTH + CHECKSUM_LENGTH;

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const KEY = /^dnst_[0-9A-Za-z]{59}$/;
const ID = /^[0-9A-Za-z]{10}$/;
/** Matches any part of a text that could be a key or most of a key. */
const LOOKS_LIKE_KEY = /dnst_[0-9A-Za-z]{11,}|[0-9A-Za-z]{40,}/g;

/** Generates a new key. Its text is secret and must be shown only once, to the holder. */
export function makeKey(): { readonly text: string; readonly id: string } {
  const id = Array.from({ length: ID_LENGTH }, () => BASE62[randomInt(62)]).join("");
  const body = `${PREFIX}${id}${base62(BigInt(`0x${randomBytes(32).toString("hex")}`), SECRET_LENGTH)}`;
  return { text: `${body}${checksum(body)}`, id };
}

/** Returns true if a text has the format of a key and a correct checksum. Such a key need not exist. */
export function isKey(text: string): boolean {
  if (!KEY.test(text)) return false;
  const end = KEY_LENGTH - CHECKSUM_LENGTH;
  return checksum(text.slice(0, end)) === text.slice(end);
}

/** Returns the id in the text of a key. The result is only meaningful if `isKey` is true for the text. */
export function idOf(text: string): string {
  return text.slice(PREFIX.length, ID_END);
}

/** Returns true if a text has the format of a key's id. */
export function isId(text: string): boolean {
  return ID.test(text);
}

/**
 * Returns the SHA-256 hash of a key, which is stored and compared. A slower password hash would not be safer, because
 * a key has 256 random bits.
 */
export function hashOf(text: string): Uint8Array {
  // The fastest SHA-256 implementation in Bun is used, because every request with a key computes a hash.
  return Bun.SHA256.hash(text) as Uint8Array;
}

/** Masks every part of a text that could be a key, so that the text can be shown or logged. */
export function withoutKeys(text: string): string {
  return text.replace(LOOKS_LIKE_KEY, "(a key, not shown)");
}

function checksum(body: string): string {
  return base62(BigInt(Bun.hash.crc32(body)), CHECKSUM_LENGTH);
}

function base62(value: bigint, length: number): string {
  let text = "";
  for (let left = value; text.length < length; left /= 62n) text = `${BASE62[Number(left % 62n)]}${text}`;
  return text;
}
