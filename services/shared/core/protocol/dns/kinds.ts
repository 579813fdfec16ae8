import { formatIp } from "../ip.ts";
import { quotedBytes, type Reader, WireError } from "./reader.ts";
import { base32hex, base64, hex, inPieces, textOf, timestamp } from "./text.ts";
import { typeName } from "./types.ts";

/**
 * A function that reads one field of a record's data and returns the field's JSON value and its text in presentation
 * form.
 */
export type Kind<T> = (r: Reader) => readonly [json: T, text: string];

/** A record's parsed data: its fields, and the whole in presentation form as dig prints it. */
export type Rdata<T> = { readonly data: T; readonly value: string };

type Fields = Readonly<Record<string, Kind<unknown>>>;
type Json<S extends Fields> = { readonly [K in keyof S]: S[K] extends Kind<infer T> ? T : never };

/** Returns a reader for data that is a sequence of fields. The presentation form joins them with spaces. */
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
/** An unsigned 8-bit integer. */
export const u8: Kind<number> = (r) => numeric(r.u8());
/** An unsigned 16-bit integer. */
export const u16: Kind<number> = (r) => numeric(r.u16());
/** An unsigned 32-bit integer. */
export const u32: Kind<number> = (r) => numeric(r.u32());

/** A domain name, which may be compressed. The presentation form ends with a dot. */
export const name: Kind<string> = (r) => nameIn(r.name());
/** A domain name that must not be compressed (RFC 3597 4). */
export const plainName: Kind<string> = (r) => nameIn(r.name(false));

function nameIn(text: string): readonly [string, string] {
  return [text, shownName(text)];
}

/** Returns a name of parsed data in presentation form, which ends with a dot. */
export function shownName(text: string): string {
  return text === "." ? text : `${text}.`;
}

/** An IPv4 address. */
export const ip4: Kind<string> = (r) => {
  const text = `${r.u8()}.${r.u8()}.${r.u8()}.${r.u8()}`;
  return [text, text];
};
/** An IPv6 address. */
export const ip6: Kind<string> = (r) => {
  const bytes = r.take(16);
  return [formatIp([...bytes]), ip6Text(bytes)];
};

/**
 * Formats an IPv6 address like inet_ntop: RFC 5952, except that IPv4-compatible addresses (RFC 4291 2.5.5.1) end
 * in dotted IPv4.
 */
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

/** One or more character strings up to the end of the data. */
export const strings: Kind<readonly string[]> = (r) => {
  const all: Uint8Array[] = [r.string()];
  while (r.left > 0) all.push(r.string());
  return [all.map(textOf), all.map(quotedBytes).join(" ")];
};

/** The remaining data as one quoted string; it has no length byte (RFC 8659 4.1, RFC 7553 4.4). */
export const quotedRest: Kind<string> = (r) => {
  const bytes = r.rest();
  return [textOf(bytes), quotedBytes(bytes)];
};

/**
 * Returns the remaining data. @throws WireError if it is empty: a digest, key or signature has at least one byte.
 */
export function someRest(r: Reader): Uint8Array {
  const bytes = r.rest();
  if (bytes.length === 0) throw new WireError();
  return bytes;
}

/** The remaining data in upper-case hex. */
export const hexRest: Kind<string> = (r) => {
  const text = hex(someRest(r));
  return [text, inPieces(text)];
};

/** The remaining data in base64. */
export const base64Rest: Kind<string> = (r) => {
  const text = base64(someRest(r));
  return [text, inPieces(text)];
};

/** The record type that a signature covers, shown by name (RFC 4034 3.1.1). */
export const covered: Kind<string> = (r) => {
  const type = typeName(r.u16());
  return [type, type];
};

/** A time in seconds since 1970 (RFC 4034 3.1.5). The presentation form is YYYYMMDDHHMMSS in UTC. */
export const time: Kind<number> = (r) => {
  const seconds = r.u32();
  return [seconds, timestamp(seconds)];
};

/** An NSEC3 salt with its length byte (RFC 5155 3.3). An empty salt is shown as `-`. */
export const salt: Kind<string> = (r) => {
  const text = hex(r.string());
  return [text, text === "" ? "-" : text];
};

/** A hashed owner name with its length byte (RFC 5155 3.3). */
export const hashedName: Kind<string> = (r) => {
  const text = base32hex(r.string());
  return [text, text];
};

/** A type bitmap in windows of 256 types (RFC 4034 4.1.2). */
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
