import { utf8Length } from "./protocol/platform.ts";

/**
 * Invisible characters that change what a terminal, a browser or a reader shows: control characters (U+009B begins a
 * terminal sequence), direction and format characters, line separators, fillers and variation selectors, and unpaired
 * surrogates.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Returns untrusted text on one line, with invisible characters as escapes such as \u202e. Every renderer shows this
 * form.
 */
export function harmless(text: string): string {
  return text.replace(UNSEEN, escaped);
}

/**
 * Returns untrusted text for use within this project's own sentences: without invisible characters, and cut to `max`
 * characters.
 */
export function printable(text: string, max = 200): string {
  const clean = text.replace(UNSEEN, "?").trim();
  return clean.length > max ? `${clean.slice(0, max)}...` : clean;
}

/**
 * Returns the JSON text with invisible characters escaped. The values stay the same, and the text is safe to display.
 */
export function harmlessJson(json: string): string {
  // JSON.stringify has escaped all invisible ASCII characters except DEL. An answer has tens of thousands of characters,
  // and comparing its lengths costs a hundredth of a search by pattern.
  if (utf8Length(json) === json.length && !json.includes("\u007f")) return json;
  // Line ends between the values of indented JSON are kept. Within values, JSON.stringify has already escaped them.
  return json.replace(UNSEEN, (character) => (character === "\n" ? character : escaped(character)));
}

/**
 * Returns true if an untrusted word is safe in a shell command: it contains no shell metacharacters and is not an
 * option.
 */
export function isShellWord(word: string): boolean {
  return /^(?!-)[A-Za-z0-9._:-]+$/.test(word);
}

/** Returns a character as a JSON escape: one escape for each of its UTF-16 units. */
function escaped(character: string): string {
  let text = "";
  for (let at = 0; at < character.length; at += 1)
    text += `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  return text;
}
