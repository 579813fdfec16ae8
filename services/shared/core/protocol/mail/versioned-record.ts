import { printable } from "../../harmless.ts";
import { parseTagList, type Tag, trimWhite } from "./tag-list.ts";

/** What the texts at a name hold of records that begin `v=VERSION;`, as those of MTA-STS and TLS-RPT do. */
export type Selected = {
  /** Those that count: of others than one, senders go by none. */
  readonly records: readonly string[];
  /** Texts that were meant to be one, and that senders drop, or some of them. */
  readonly nearMisses: readonly string[];
};

/**
 * Picks the records that count (RFC 8461 3.1, RFC 8460 3). Of several texts those that do not begin `v=VERSION;` are dropped, to
 * the letter; the grammar allows a blank before the semicolon, so a text that stands alone counts with it, and is a near miss too.
 */
export function selectRecords(texts: readonly string[], version: string): Selected {
  const exact = texts.filter((text) => text.startsWith(`v=${version};`));
  const [only] = texts;
  const alone = texts.length === 1 && only !== undefined && isBlankBeforeSemicolon(only, `v=${version}`);
  const word = version.replace(/v\d+$/, "");
  const meant = new RegExp(`^[\\s"'\\\\]{0,10}v\\s{0,10}=\\s{0,10}${word}|${version}`, "i");
  return {
    records: alone ? [only] : exact,
    nearMisses: texts.filter((text) => !exact.includes(text) && meant.test(text)),
  };
}

function isBlankBeforeSemicolon(text: string, start: string): boolean {
  if (!text.startsWith(start)) return false;
  const semicolon = text.indexOf(";");
  return semicolon !== -1 && trimWhite(text.slice(start.length, semicolon)) === "";
}

/** Names and values of extensions (RFC 8461 3.1, RFC 8460 3). */
const NAME = /^[a-z0-9][a-z0-9_.-]{0,31}$/i;
const VALUE = /^[\x21-\x3a\x3c\x3e-\x7e]+$/;

/**
 * Reads the fields behind the version, and says in words what breaks the grammar of all such records.
 * @param own the names of fields whose values have grammars of their own.
 */
export function readFields(
  text: string,
  own: readonly string[],
): { readonly fields: readonly Tag[]; readonly problems: readonly string[] } {
  const { tags, problems: broken } = parseTagList(text);
  const problems: string[] = [];
  if (/[^\t\x20-\x7e]/.test(text)) problems.push("it has characters that no such record has");
  for (const { kind, text: piece } of broken) {
    if (kind === "empty") problems.push("nothing stands between two semicolons");
    if (kind === "no_equals" || kind === "no_name")
      problems.push(`"${printable(piece, 50)}" is no name=value`);
    if (kind === "too_many") problems.push("it has more fields than this API reads");
  }
  const fields = tags.slice(1);
  for (const { name, value, text: piece } of fields) {
    const words = `"${printable(piece, 50)}"`;
    if (trimWhite(piece) !== `${name}=${value}`) problems.push(`${words} has a blank beside the equals sign`);
    else if (!own.includes(name) && !(NAME.test(name) && VALUE.test(value)))
      problems.push(`${words} is no name=value`);
  }
  return { fields, problems: [...new Set(problems)] };
}
