import { formatIp } from "../ip.ts";
import { quotedBytes, type Reader, WireError } from "./reader.ts";
import { base32hex, base64, hex, inPieces, textOf, timestamp } from "./text.ts";
import { typeName } from "./types.ts";

/** Reads one field of a record's data: its value in JSON, and its text in presentation form. */
export type Kind<T> = (r: Reader) => readonly [json: T, text: string];

/** A record's data, read: its fields, and the whole in presentation form as dig prints it. */
export type Rdata<T> = { readonly data: T; readonly value: string };

type Fields = Readonly<Record<string, Kind<unknown>>>;
type Json<S extends Fields> = { readonly [K in keyof S]: S[K] extends Kind<infer T> ? T : never };

/** Data that is its fields in their order, with spaces between. */
export function struct<S extends Fields>(spec: S): (r: Reader) => Rdata<Json<S>> {
  const entries = Object.entries(spec);
  return (r) => {
    const data: Record<string, unknown> = {};
    let value = "";
    for (const [name, kind] of entries) {
      const [json, text] = kind(r);
      data[name] = json;
      value = value === "" ? text : `${value} ${text}`;
    }
    return { data: data as Json<S>, value };
  };
}

const numeric = (value: number) => [value, String(value)] as const;
export const u8: Kind<number> = (r) => numeric(r.u8());
export const u16: Kind<number> = (r) => numeric(r.u16());
export const u32: Kind<number> = (r) => numeric(r.u32());

/** A name; the text is absolute. */
export const name: Kind<string> = (r) => nameIn(r.name());
/** A name that must not be compressed (RFC 3597 4). */
export const plainName: Kind<string> = (r) => nameIn(r.name(false));

function nameIn(text: string): readonly [string, string] {
  return [text, text === "." ? "." : `${text}.`];
}

export const ip4: Kind<string> = (r) => {
  const text = `${r.u8()}.${r.u8()}.${r.u8()}.${r.u8()}`;
  return [text, text];
};
export const ip6: Kind<string> = (r) => {
  const bytes = r.take(16);
  return [formatIp([...bytes]), ip6Text(bytes)];
};

/** An IPv6 address as inet_ntop writes it: RFC 5952, but IPv4-compatible ones (RFC 4291 2.5.5.1) end as IPv4 does. */
export function ip6Text(bytes: Uint8Array): string {
  const compatible =
    bytes.subarray(0, 12).every((byte) => byte === 0) && (bytes[12] !== 0 || bytes[13] !== 0);
  return compatible ? `::${bytes.subarray(12).join(".")}` : formatIp([...bytes]);
}

/** A character string (RFC 1035 3.3). */
export const string: Kind<string> = (r) => {
  const bytes = r.string();
  return [textOf(bytes), quotedBytes(bytes)];
};

/** Character strings to the end, at least one. */
export const strings: Kind<readonly string[]> = (r) => {
  const all: Uint8Array[] = [r.string()];
  while (r.left > 0) all.push(r.string());
  return [all.map(textOf), all.map(quotedBytes).join(" ")];
};

/** The rest as one quoted string without a length (RFC 8659 4.1, RFC 7553 4.4). */
export const quotedRest: Kind<string> = (r) => {
  const bytes = r.rest();
  return [textOf(bytes), quotedBytes(bytes)];
};

/** The rest, at least one byte: a digest, a key or a signature of none is data that ended early. */
export function someRest(r: Reader): Uint8Array {
  const bytes = r.rest();
  if (bytes.length === 0) throw new WireError();
  return bytes;
}

/** The rest in upper-case hex. */
export const hexRest: Kind<string> = (r) => {
  const text = hex(someRest(r));
  return [text, inPieces(text)];
};

/** The rest in base64. */
export const base64Rest: Kind<string> = (r) => {
  const text = base64(someRest(r));
  return [text, inPieces(text)];
};

/** A type by its name (RFC 4034 3.1.1). */
export const covered: Kind<string> = (r) => {
  const type = typeName(r.u16());
  return [type, type];
};

/** Seconds since 1970 (RFC 4034 3.1.5), as YYYYMMDDHHMMSS in UTC. */
export const time: Kind<number> = (r) => {
  const seconds = r.u32();
  return [seconds, timestamp(seconds)];
};

/** RFC 5155 3.3: a salt with its length, `-` when there is none. */
export const salt: Kind<string> = (r) => {
  const text = hex(r.string());
  return [text, text === "" ? "-" : text];
};

/** RFC 5155 3.3: a hashed owner name with its length. */
export const hashedName: Kind<string> = (r) => {
  const text = base32hex(r.string());
  return [text, text];
};

/** RFC 4034 4.1.2: the types that exist, in windows of 256. */
export const typeBitmap: Kind<readonly string[]> = (r) => {
  const types: string[] = [];
  let last = -1;
  while (r.left > 0) {
    const window = r.u8();
    const bits = r.take(r.u8());
    if (window <= last || bits.length === 0 || bits.length > 32) throw new WireError();
    last = window;
    for (const [i, byte] of bits.entries())
      for (let bit = 0; bit < 8; bit++)
        if (byte & (0x80 >> bit)) types.push(typeName(window * 256 + i * 8 + bit));
  }
  return [types, types.join(" ")];
};
