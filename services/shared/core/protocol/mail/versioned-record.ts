import { printable } from "../../harmless.ts";
import { parseTagList, type Tag, trimWhite } from "./tag-list.ts";

/**
 * The result of selecting the TXT records of one type at a name. Records of such a type begin with `v=VERSION;`
 * (MTA-STS and TLS-RPT).
 */
export type Selected = {
  /** Records that senders recognise. Senders use a record only if it is the only one. */
  readonly records: readonly string[];
  /** Texts that look like malformed records and that at least some senders ignore. */
  readonly nearMisses: readonly string[];
};

/**
 * Selects the records that senders recognise (RFC 8461 3.1, RFC 8460 3). If there are several texts, every text that
 * does not begin exactly with `v=VERSION;` is dropped. The grammar allows white space before the semicolon, so a
 * single text with such white space is returned both as a record and as a near miss.
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

/** Grammar of extension names and values (RFC 8461 3.1, RFC 8460 3). */
const NAME = /^[a-z0-9][a-z0-9_.-]{0,31}$/i;
const VALUE = /^[\x21-\x3a\x3c\x3e-\x7e]+$/;

/**
 * Parses the fields after the version and describes violations of the grammar that all such records share.
 * @param own names of the fields whose values have their own grammar.
 */
export function readFields(
  text: string,
  own: readonly string[],
): { readonly fields: readonly Tag[]; readonly problems: readonly string[] } {
  const { tags, problems: broken } = parseTagList(text);
  const problems: string[] = [];
  if (/[^\t\x20-\x7e]/.test(text))
    problems.push("it contains characters that are not allowed in such a record");
  for (const { kind, text: piece } of broken) {
    if (kind === "empty") problems.push("there is nothing between two semicolons");
    if (kind === "no_equals" || kind === "no_name")
      problems.push(`"${printable(piece, 50)}" is not a name=value pair`);
    if (kind === "too_many") problems.push("it has more fields than this API reads");
  }
  const fields = tags.slice(1);
  for (const { name, value, text: piece } of fields) {
    const words = `"${printable(piece, 50)}"`;
    if (trimWhite(piece) !== `${name}=${value}`)
      problems.push(`${words} has white space next to the equals sign`);
    else if (!own.includes(name) && !(NAME.test(name) && VALUE.test(value)))
      problems.push(`${words} is not a name=value pair`);
  }
  return { fields, problems: [...new Set(problems)] };
}
