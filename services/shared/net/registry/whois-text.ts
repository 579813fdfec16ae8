import type { WhoisFields, WhoisText } from "@dnstools/core/protocol/whois/text";
import { parseDomainWhois, parseSimpleWhois } from "whoiser/src/parsers.js";

/** What servers write that is no UTF-8. */
export type Charset = "iso-8859-1" | "iso-2022-jp" | "windows-1251";

/** Characters of a line that is read, and lines: whoever answers chooses how many there are. */
const LINE_MAX = 1000;
const LINES_MAX = 2000;
const VALUES_MAX = 50;

/** Reads the answer about a domain. Total: what the parser cannot take has no fields. */
export function readDomainText(bytes: Uint8Array, charset: Charset, domain: string): WhoisText {
  // .lv writes behind it about itself.
  const text = decoded(bytes, charset).split(/^\[Whois\]/im)[0] ?? "";
  // `registrar..........: x`, as .fi and others write it.
  const plain = text.replaceAll(/^([^:\n.]{1,60})\.{2,60}:/gm, "$1:");
  const fields = fieldsOf(() => parseDomainWhois(domain, plain, false));
  // Its rules for single top-level domains may fail: those for all others are left.
  return { text, fields: fields ?? fieldsOf(() => parseDomainWhois("", plain, false)) ?? {} };
}

/** Reads the answer about an address: one object of a registry, such as `smallestBlock` cuts out. */
export function readNetworkText(text: string): WhoisFields {
  return fieldsOf(() => parseSimpleWhois(text)) ?? {};
}

/** An answer as text. RFC 3912 knows no character sets: where it is no UTF-8, it is the server's, or else Latin-1. */
export function decoded(bytes: Uint8Array, charset: Charset): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    text = new TextDecoder(charset as Bun.Encoding).decode(bytes);
  }
  return text
    .replace(/\r\n?/g, "\n")
    .split("\n", LINES_MAX)
    .map((line) => line.slice(0, LINE_MAX))
    .join("\n");
}

/** A parser's result as plain lists of short texts; null where it fails. */
function fieldsOf(parse: () => unknown): WhoisFields | null {
  let result: unknown;
  try {
    result = parse();
  } catch {
    // It was not made for whatever somebody sends.
    return null;
  }
  const fields: [string, string[]][] = [];
  const take = (label: string, value: unknown) => {
    const values = (Array.isArray(value) ? value : [value]).filter(
      (one): one is string => typeof one === "string",
    );
    const texts = values.flatMap((one) => one.split("\n")).map((one) => one.trim());
    const filled = texts.filter((one) => one !== "").slice(0, VALUES_MAX);
    if (filled.length > 0) fields.push([label, filled.map((one) => one.slice(0, LINE_MAX))]);
  };
  for (const [label, value] of Object.entries(result ?? {})) {
    if (label === "text") continue;
    if (typeof value !== "object" || Array.isArray(value) || value === null) take(label, value);
    // Groups, such as contacts: their labels behind the group's.
    else for (const [inner, one] of Object.entries(value)) take(`${label} ${inner}`, one);
  }
  return Object.fromEntries(fields);
}
