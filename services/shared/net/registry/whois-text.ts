import { readText } from "@dnstools/core/protocol/whois/entries";
import type { WhoisText } from "@dnstools/core/protocol/whois/text";

/** Character sets of answers that are not in UTF-8. */
export type Charset = "iso-8859-1" | "iso-2022-jp" | "windows-1251";

/**
 * Maximum length of a line in characters; LINES_MAX is the maximum number of lines. The limits exist because the
 * server controls both.
 */
const LINE_MAX = 1000;
const LINES_MAX = 2000;

/** Parses a whois answer. Never throws: a text without labels results in no entries. */
export function readWhois(bytes: Uint8Array, charset: Charset): WhoisText {
  return readText(decoded(bytes, charset));
}

/**
 * Decodes a whois answer as UTF-8, or in the given character set if the answer is not valid UTF-8 (RFC 3912 defines no
 * character set).
 */
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
