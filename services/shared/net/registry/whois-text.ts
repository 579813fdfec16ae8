import { readText } from "@dnstools/core/protocol/whois/entries";
import type { WhoisText } from "@dnstools/core/protocol/whois/text";

/** What servers write that is no UTF-8. */
export type Charset = "iso-8859-1" | "iso-2022-jp" | "windows-1251";

/** Characters of a line that is kept, and lines: whoever answers chooses how many there are. */
const LINE_MAX = 1000;
const LINES_MAX = 2000;

/** Reads an answer at port 43. Total: what has no labels has no entries. */
export function readWhois(bytes: Uint8Array, charset: Charset): WhoisText {
  return readText(decoded(bytes, charset));
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
