/**
 * Characters that change what a terminal, a browser or a reader shows without being seen: controls (U+009B begins a terminal
 * sequence), direction and format, line separators, fillers and variation selectors, and halves of surrogate pairs.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Any of them beyond ASCII, which `JSON.stringify` writes as they are. DEL alone is ASCII. */
const UNSEEN_IN_JSON = /[\u007f-\uffff]/;

/** Text from outside as every renderer shows it: in one line, each unseen character as its escape, such as \u202e. */
export function harmless(text: string): string {
  return text.replace(UNSEEN, escaped);
}

/** Text from outside to show among words of this project: without unseen characters, and cut. */
export function printable(text: string, max = 200): string {
  const clean = text.replace(UNSEEN, "?").trim();
  return clean.length > max ? `${clean.slice(0, max)}...` : clean;
}

/** A JSON text in which unseen characters are escapes: the same values, and harmless where the text itself is shown. */
export function harmlessJson(json: string): string {
  if (!UNSEEN_IN_JSON.test(json)) return json;
  // Line ends between the values of an indented text stay; within values JSON.stringify has escaped them.
  return json.replace(UNSEEN, (character) => (character === "\n" ? character : escaped(character)));
}

/** Whether a word from outside may stand in a command to copy: nothing in it means anything to a shell, and it is no option. */
export function isShellWord(word: string): boolean {
  return /^(?!-)[A-Za-z0-9._:-]+$/.test(word);
}

/** A character as JSON writes it: one escape for each of its UTF-16 units. */
function escaped(character: string): string {
  let text = "";
  for (let at = 0; at < character.length; at += 1)
    text += `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  return text;
}
