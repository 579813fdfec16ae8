import { printable } from "../../harmless.ts";
import { base64 as toBase64 } from "../dns/text.ts";
import { createPublicKey, fromBase64 } from "../platform.ts";
import { parseTagList, type Tag } from "./tag-list.ts";

/** A defect or oddity of a DKIM key record. */
export type DkimProblem =
  | "version"
  | "syntax"
  | "duplicate"
  | "no_key"
  | "separator"
  | "key"
  | "type"
  | "pkcs1"
  | "enclosed";

/** A parsed DKIM key record (RFC 6376 3.6.1). */
export type DkimKey = {
  readonly version: string | null;
  /** `rsa`, `ed25519`, or an unknown key type as written. */
  readonly type: string;
  /** Key size in bits (the modulus for RSA); null if unknown. */
  readonly bits: number | null;
  /** True if `p` is empty, which means that the key is revoked. */
  readonly revoked: boolean;
  readonly hashes: readonly string[] | null;
  readonly services: readonly string[] | null;
  readonly flags: readonly string[];
  readonly notes: string | null;
  readonly problems: readonly DkimProblem[];
  /** The value of `p` without white space; null if the record has no `p` tag. */
  readonly data: string | null;
  /** The key in the encoding that `p` should have; null if `p` already has this encoding or cannot be converted. */
  readonly betterKey: string | null;
};

const BASE64 = /^[a-z0-9+/]*={0,2}$/i;
const LIST_MAX = 20;

/** Parses a DKIM key record. Returns null if the text has neither a DKIM version nor a key. */
export function parseDkimKey(text: string): DkimKey | null {
  const list = parseTagList(text);
  const value = (name: string) => list.tags.find((tag) => tag.name === name)?.value ?? null;
  const version = value("v");
  const written = value("p");
  const looks = (version ?? "").toLowerCase().startsWith("dkim");
  if (!looks && (version !== null || written === null)) return null;
  const problems: DkimProblem[] = [];
  // `v` must be the first tag, and `DKIM1` must be in capitals (RFC 6376 3.6.1).
  if (version !== null && (version !== "DKIM1" || list.tags[0]?.name !== "v")) problems.push("version");
  if (list.problems.some(({ kind }) => kind === "duplicate")) problems.push("duplicate");
  if (list.problems.some(({ kind }) => kind === "no_equals" || kind === "no_name")) problems.push("syntax");
  // Key types are compared without regard to case: literals in ABNF are case-insensitive (RFC 5234 2.3).
  const type = (value("k") ?? "rsa").toLowerCase();
  const bare = written === null ? null : written.replace(/[ \t\r\n]+/g, "");
  const key = bare === null ? null : readKey(type, bare);
  if (key === null) problems.push(list.tags.some(hasP) ? "separator" : "no_key");
  else problems.push(...key.problems);
  return {
    version,
    type,
    bits: key?.bits ?? null,
    revoked: bare === "",
    hashes: listOf(value("h")),
    services: listOf(value("s")),
    flags: (listOf(value("t")) ?? []).filter((flag) => flag !== ""),
    notes: value("n"),
    problems,
    data: bare,
    betterKey: key?.better ?? null,
  };
}

/**
 * A text at a selector that is no key: why verifiers cannot use it, in words for a sentence, and the key record that was
 * meant; null if that is unclear.
 */
export type NoKey = { readonly cause: string; readonly meant: string | null };

/** Shortest text of base64 that is taken for a key without tags, in characters: the length of an Ed25519 key. */
const KEY_MIN = 44;

/**
 * Reads a text for which `parseDkimKey` returns null.
 * @param isGuessed true if the selector is guessed: any 32 octets then pass as an Ed25519 key, so only RSA counts.
 */
export function readNoKey(text: string, isGuessed: boolean): NoKey {
  const bare = text.replace(/-----[A-Z ]{1,30}-----|[\s"]+/g, "");
  if (bare.length >= KEY_MIN && BASE64.test(bare)) {
    const types = isGuessed ? ["rsa"] : ["rsa", "ed25519"];
    const type = types.find((one) => readKey(one, bare).bits !== null);
    const meant = type === undefined ? null : `v=DKIM1; k=${type}; p=${bare}`;
    return { cause: "the key stands alone, and the tag p= is missing", meant };
  }
  const { tags } = parseTagList(text);
  const meant = tags.map(({ name, value }) => `${name.toLowerCase()}=${value}`).join("; ");
  if (tags.some(({ name }) => name === "V" || name === "P") && isUsable(meant))
    return { cause: "its tags are in capitals, but tag names are case-sensitive", meant };
  const version = tags.find(({ name }) => name.toLowerCase() === "v")?.value.split(" ", 1)[0];
  const cause = tags.some(hasP) ? "a semicolon is missing before p=" : "the tag p= is missing";
  return {
    cause: version === undefined ? cause : `it has v=${printable(version, 20)} instead of v=DKIM1`,
    meant: null,
  };
}

/** Returns true if a text is a key with data that can be read. */
function isUsable(text: string): boolean {
  const bits = parseDkimKey(text)?.bits ?? null;
  return bits !== null;
}

/** Returns true if the tag p= is within the value of another tag. */
function hasP({ value }: Tag): boolean {
  return /[\s,]p\s*=/.test(value);
}

function listOf(value: string | null): string[] | null {
  if (value === null) return null;
  return value
    .slice(0, 1000)
    .split(":")
    .map((one) => one.trim().toLowerCase())
    .slice(0, LIST_MAX);
}

type KeyRead = {
  readonly bits: number | null;
  readonly problems: readonly DkimProblem[];
  readonly better: string | null;
};

const ED25519_OCTETS = 32;
/** The bytes before the 32 key octets in a SubjectPublicKeyInfo of Ed25519 (RFC 8410 4). */
const ED25519_HEAD = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];

function readKey(type: string, base64: string): KeyRead {
  const nothing = { bits: null, better: null };
  if (base64 === "") return { ...nothing, problems: [] };
  if (type !== "rsa" && type !== "ed25519") return { ...nothing, problems: ["type"] };
  if (!BASE64.test(base64)) return { ...nothing, problems: ["key"] };
  const der = fromBase64(base64);
  if (type === "ed25519") {
    if (der.length === ED25519_OCTETS) return { ...nothing, bits: 256, problems: [] };
    const enclosed =
      der.length === ED25519_HEAD.length + ED25519_OCTETS && ED25519_HEAD.every((byte, i) => der[i] === byte);
    return enclosed
      ? { bits: 256, problems: ["enclosed"], better: toBase64(der.slice(ED25519_HEAD.length)) }
      : { ...nothing, problems: ["key"] };
  }
  const whole = rsaBits(der, "spki");
  if (whole !== null) return { bits: whole.bits, problems: [], better: null };
  const bare = rsaBits(der, "pkcs1");
  if (bare !== null) return { bits: bare.bits, problems: ["pkcs1"], better: toBase64(bare.spki) };
  return { ...nothing, problems: ["key"] };
}

/**
 * Returns the size in bits and the SubjectPublicKeyInfo of an RSA key in DER, or null if the bytes are not an RSA key.
 */
function rsaBits(der: Uint8Array, type: "spki" | "pkcs1"): { bits: number; spki: Uint8Array } | null {
  try {
    const key = createPublicKey({ key: der, format: "der", type });
    const bits = key.asymmetricKeyDetails?.modulusLength;
    if (key.asymmetricKeyType !== "rsa" || bits === undefined) return null;
    return { bits, spki: key.export({ type: "spki", format: "der" }) };
  } catch {
    return null;
  }
}
