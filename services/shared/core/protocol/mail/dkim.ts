import { base64 as toBase64 } from "../dns/text.ts";
import { createPublicKey, fromBase64 } from "../platform.ts";
import { parseTagList } from "./tag-list.ts";

/** What is wrong with a key record, or unusual. */
export type DkimProblem =
  | "version"
  | "syntax"
  | "duplicate"
  | "no_key"
  | "key"
  | "type"
  | "pkcs1"
  | "enclosed";

/** A key record (RFC 6376 3.6.1), read. */
export type DkimKey = {
  readonly version: string | null;
  /** rsa, ed25519, or what is not known. */
  readonly type: string;
  /** Of RSA its modulus; null where that is not known. */
  readonly bits: number | null;
  /** An empty `p`: the key was withdrawn. */
  readonly revoked: boolean;
  readonly hashes: readonly string[] | null;
  readonly services: readonly string[] | null;
  readonly flags: readonly string[];
  readonly notes: string | null;
  readonly problems: readonly DkimProblem[];
  /** `p` without white space; null where there is none. */
  readonly data: string | null;
  /** `p` as it should be written; null where it is, or where nobody can tell. */
  readonly betterKey: string | null;
};

const BASE64 = /^[a-z0-9+/]*={0,2}$/i;
const LIST_MAX = 20;

/** Reads a text as a key record; null where it is none: neither a version nor a key is in it. */
export function parseDkimKey(text: string): DkimKey | null {
  const list = parseTagList(text);
  const value = (name: string) => list.tags.find((tag) => tag.name === name)?.value ?? null;
  const version = value("v");
  const written = value("p");
  const looks = (version ?? "").toLowerCase().startsWith("dkim");
  if (!looks && (version !== null || written === null)) return null;
  const problems: DkimProblem[] = [];
  // It is to come first, and in capitals (RFC 6376 3.6.1).
  if (version !== null && (version !== "DKIM1" || list.tags[0]?.name !== "v")) problems.push("version");
  if (list.problems.some(({ kind }) => kind === "duplicate")) problems.push("duplicate");
  if (list.problems.some(({ kind }) => kind === "no_equals" || kind === "no_name")) problems.push("syntax");
  // Literals of a grammar stand for capitals too (RFC 5234 2.3).
  const type = (value("k") ?? "rsa").toLowerCase();
  const bare = written === null ? null : written.replace(/[ \t\r\n]+/g, "");
  const key = bare === null ? null : readKey(type, bare);
  if (key === null) problems.push("no_key");
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
/** SubjectPublicKeyInfo of Ed25519 (RFC 8410 4): what stands before the 32 octets. */
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

/** The size of an RSA key in DER; null where it is none. */
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
