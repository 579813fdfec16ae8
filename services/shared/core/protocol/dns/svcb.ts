import { formatIp } from "../ip.ts";
import type { Rdata } from "./kinds.ts";
import { escapedBytes, quotedBytes, Reader, WireError } from "./reader.ts";
import { base64, textOf } from "./text.ts";

/**
 * The data of an SVCB or HTTPS record (RFC 9460 2.1). Priority 0 is alias mode. `params` has the parameters by key
 * name, in key order.
 */
export type Svcb = {
  readonly priority: number;
  readonly target: string;
  readonly params: Readonly<Record<string, SvcParam>>;
};
/** The value of a service parameter; `true` for a parameter without a value. */
export type SvcParam = string | number | readonly string[] | true;

/**
 * A function that reads a parameter's value and returns its JSON value and the text after the key in presentation
 * form.
 */
type ReadParam = (r: Reader) => readonly [json: SvcParam, text: string];

/**
 * A list of at least one address (RFC 9460 7.3).
 * @param size length of one address in bytes.
 */
const addresses =
  (size: number): ReadParam =>
  (r) => {
    const all: string[] = [];
    do all.push(formatIp([...r.take(size)]));
    while (r.left > 0);
    return [all, `=${all.join(",")}`];
  };

const quoted: ReadParam = (r) => {
  const bytes = r.rest();
  return [textOf(bytes), bytes.length === 0 ? "" : `=${quotedBytes(bytes)}`];
};

/**
 * Parameters by key number. Only keys that dig 9.18 shows by name are included. Source: IANA DNS Service Bindings
 * (SvcParamKeys), as of 2026-11-20.
 */
const PARAMS: readonly (readonly [name: string, read: ReadParam])[] = [
  [
    "mandatory",
    (r) => {
      const keys: string[] = [];
      do keys.push(keyName(r.u16()));
      while (r.left > 0);
      return [keys, `=${keys.join(",")}`];
    },
  ],
  [
    "alpn",
    (r) => {
      const ids: Uint8Array[] = [];
      do ids.push(r.string());
      while (r.left > 0);
      if (ids.some((id) => id.length === 0)) throw new WireError();
      return [ids.map(textOf), `="${ids.map(listItem).join(",")}"`];
    },
  ],
  ["no-default-alpn", () => [true, ""]],
  [
    "port",
    (r) => {
      const port = r.u16();
      return [port, `=${port}`];
    },
  ],
  ["ipv4hint", addresses(4)],
  [
    "ech",
    (r) => {
      const text = base64(r.rest());
      return [text, `=${text}`];
    },
  ],
  ["ipv6hint", addresses(16)],
];

function keyName(key: number): string {
  return PARAMS[key]?.[0] ?? `key${key}`;
}

/** Escapes a list item: first its commas and backslashes, then the result as a character string (RFC 9460 A.1). */
function listItem(bytes: Uint8Array): string {
  const item: number[] = [];
  for (const byte of bytes) {
    if (byte === 0x2c || byte === 0x5c) item.push(0x5c);
    item.push(byte);
  }
  // dig escapes spaces in list items, but nowhere else.
  return escapedBytes(Uint8Array.from(item)).replaceAll(" ", "\\032");
}

/** Reads the data of an SVCB or HTTPS record. Keys must be in ascending order (RFC 9460 2.2). */
export function readSvcb(r: Reader): Rdata<Svcb> {
  const priority = r.u16();
  const target = r.name(false);
  let value = `${priority} ${target === "." ? "." : `${target}.`}`;
  const params: Record<string, SvcParam> = {};
  let last = -1;
  while (r.left > 0) {
    const key = r.u16();
    if (key <= last) throw new WireError();
    last = key;
    const inner = new Reader(r.take(r.u16()));
    const [json, text] = (PARAMS[key]?.[1] ?? quoted)(inner);
    if (inner.left > 0) throw new WireError();
    params[keyName(key)] = json;
    value += ` ${keyName(key)}${text}`;
  }
  return { data: { priority, target, params }, value };
}
