import { randomBytes, randomInt } from "node:crypto";

/**
 * The form of a key: `dnst_`, an id (10 characters, no secret: lists, logs and commands show it), the secret (43:
 * 256 random bits) and a checksum (6: CRC-32 of all before it), all base62. Secret scanners find it by its prefix and
 * are certain by the checksum; a mistyped key is refused without a question to the database.
 */
const PREFIX = "dnst_";
const ID_LENGTH = 10;
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const ID_END = PREFIX.length + ID_LENGTH;
/** Characters of a whole key. */
export const KEY_LENGTH = ID_END + SECRET_LENGTH + CHECKSUM_LENGTH;

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const KEY = /^dnst_[0-9A-Za-z]{59}$/;
const ID = /^[0-9A-Za-z]{10}$/;
/** What could be a key or most of one, anywhere in a text. */
const LOOKS_LIKE_KEY = /dnst_[0-9A-Za-z]{11,}|[0-9A-Za-z]{40,}/g;

/** A new key. Its text is for its holder alone, once. */
export function makeKey(): { readonly text: string; readonly id: string } {
  const id = Array.from({ length: ID_LENGTH }, () => BASE62[randomInt(62)]).join("");
  const body = `${PREFIX}${id}${base62(BigInt(`0x${randomBytes(32).toString("hex")}`), SECRET_LENGTH)}`;
  return { text: `${body}${checksum(body)}`, id };
}

/** Whether a text has a key's form and its checksum: all that can be said of it without a look at the keys there are. */
export function isKey(text: string): boolean {
  if (!KEY.test(text)) return false;
  const end = KEY_LENGTH - CHECKSUM_LENGTH;
  return checksum(text.slice(0, end)) === text.slice(end);
}

/** The id in a key's text; only where `isKey` holds is it one. */
export function idOf(text: string): string {
  return text.slice(PREFIX.length, ID_END);
}

export function isId(text: string): boolean {
  return ID.test(text);
}

/** SHA-256 of a key: what is stored and compared. A key has 256 random bits, so that nothing slower is of use. */
export function hashOf(text: string): Uint8Array {
  // Of all ways of the platform the fastest: a request with a key costs it once.
  return Bun.SHA256.hash(text) as Uint8Array;
}

/** A text to be shown or logged, without what could be a key. */
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
