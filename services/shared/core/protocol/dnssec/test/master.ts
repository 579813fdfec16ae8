import { typeNumber } from "../../dns/types.ts";
import { joinBytes } from "../bytes.ts";
import { labelsOf, wireOf } from "../names.ts";

/** Encodes the data of a record type from its words in a master file (RFC 1035 5.1). */
type Write = (words: readonly string[]) => Uint8Array;

const u8 = (text = "") => Uint8Array.of(Number(text));
const u16 = (text = "") => Uint8Array.of(Number(text) >> 8, Number(text) & 255);
const u32 = (text = "") =>
  joinBytes([u16(`${Math.floor(Number(text) / 65_536)}`), u16(`${Number(text) % 65_536}`)]);
const name = (text = "") => wireOf(labelsOf(text));
const hex = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));
const base64 = (words: readonly string[]) => Uint8Array.from(Buffer.from(words.join(""), "base64"));
const counted = (bytes: Uint8Array) => joinBytes([Uint8Array.of(bytes.length), bytes]);
const type = (text = "") => u16(`${typeNumber(text)}`);

/** Encodes a time given as YYYYMMDDHHMMSS or in seconds since 1970. */
function time(text = ""): Uint8Array {
  if (text.length !== 14) return u32(text);
  const iso = text.replace(/^(....)(..)(..)(..)(..)(..)$/, "$1-$2-$3T$4:$5:$6Z");
  return u32(`${Date.parse(iso) / 1000}`);
}

function base32hex(text = ""): Uint8Array {
  const bits = [...text.toLowerCase()]
    .map((c) => Number.parseInt(c, 32).toString(2).padStart(5, "0"))
    .join("");
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}

function bitmap(words: readonly string[]): Uint8Array {
  const numbers = words.map((word) => typeNumber(word) ?? 0).sort((a, b) => a - b);
  const windows = Map.groupBy(numbers, (number) => number >> 8);
  return joinBytes(
    [...windows].map(([window, all]) => {
      const bits = new Uint8Array(((all.at(-1) ?? 0) & 255) / 8 + 1);
      for (const number of all)
        bits[(number & 255) >> 3] = (bits[(number & 255) >> 3] ?? 0) | (0x80 >> (number & 7));
      return joinBytes([Uint8Array.of(window), counted(bits)]);
    }),
  );
}

const WRITE: Readonly<Record<string, Write>> = {
  A: ([address = ""]) => Uint8Array.from(address.split("."), Number),
  NS: ([target]) => name(target),
  CNAME: ([target]) => name(target),
  MX: ([preference, exchange]) => joinBytes([u16(preference), name(exchange)]),
  TXT: ([text = ""]) => counted(new TextEncoder().encode(text)),
  SOA: ([mname, rname, ...numbers]) => joinBytes([name(mname), name(rname), ...numbers.map(u32)]),
  DS: ([tag, algorithm, digest, ...rest]) =>
    joinBytes([u16(tag), u8(algorithm), u8(digest), hex(rest.join(""))]),
  DNSKEY: ([flags, protocol, algorithm, ...key]) =>
    joinBytes([u16(flags), u8(protocol), u8(algorithm), base64(key)]),
  RRSIG: ([covered, algorithm, labels, ttl, expiration, inception, tag, signer, ...signature]) =>
    joinBytes([
      ...[type(covered), u8(algorithm), u8(labels), u32(ttl), time(expiration), time(inception), u16(tag)],
      ...[name(signer), base64(signature)],
    ]),
  NSEC: ([next, ...types]) => joinBytes([name(next), bitmap(types)]),
  NSEC3: ([algorithm, flags, iterations, salt = "-", next, ...types]) =>
    joinBytes([
      ...[u8(algorithm), u8(flags), u16(iterations), counted(hex(salt === "-" ? "" : salt))],
      ...[counted(base32hex(next)), bitmap(types)],
    ]),
};

/** Encodes a line `owner TTL IN TYPE data` as a record in wire format. */
export function recordOf(line: string): Uint8Array {
  const [owner, ttl, , kind = "", ...words] = line.trim().split(/\s+/);
  const data = WRITE[kind]?.(words) ?? new Uint8Array();
  return joinBytes([name(owner), type(kind), u16("1"), u32(ttl), u16(`${data.length}`), data]);
}

/** Builds a response without a question from the lines of its answer and authority sections. */
export function messageOf(answer: readonly string[], authority: readonly string[] = []): Uint8Array {
  const counts = [answer.length, authority.length].flatMap((count) => [count >> 8, count & 255]);
  const header = Uint8Array.of(0, 0, 0x84, 0, 0, 0, ...counts, 0, 0);
  return joinBytes([header, ...answer.map(recordOf), ...authority.map(recordOf)]);
}

/** Returns the lines of a text that hold records, without comments and empty lines. */
export function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => /\S/.test(line) && !line.startsWith(";"));
}
