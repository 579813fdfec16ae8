/** A `name=value` tag of a record. */
export type Tag = {
  /** The tag's name as written. Callers that ignore case must convert it to lower case. */
  readonly name: string;
  /** The value without surrounding white space. It may contain `=` too. */
  readonly value: string;
  /** Offset of the tag's name in the text, from 0. */
  readonly position: number;
  /** The whole tag as written between the semicolons, for grammars that do not allow white space. */
  readonly text: string;
};

/**
 * A piece of a record between semicolons that is not a valid tag. `no_name`: the piece is `=value`; `duplicate`: an
 * earlier tag has exactly this name; `too_many`: the record has more tags than are read.
 */
export type TagProblem = {
  readonly kind: "empty" | "no_equals" | "no_name" | "duplicate" | "too_many";
  /** Offset of the piece in the text, from 0. */
  readonly position: number;
  /** The piece without surrounding white space; empty for `too_many`. */
  readonly text: string;
};

/** The tags of a record and the pieces that are not valid tags. */
export type TagList = { readonly tags: readonly Tag[]; readonly problems: readonly TagProblem[] };

/** Maximum number of tags read. Real records have a dozen; the limit bounds the cost of hostile ones. */
const TAGS_MAX = 200;

/**
 * Parses a tag list `name=value; name=value` (RFC 6376 3.2), the format of DKIM, DMARC, MTA-STS, TLS-RPT and BIMI
 * records. Keeps all tags, including duplicates, as each record type has its own rules for them. The list may end
 * with a semicolon.
 */
export function parseTagList(text: string): TagList {
  const tags: Tag[] = [];
  const problems: TagProblem[] = [];
  const names = new Set<string>();
  for (let start = 0, count = 0; start < text.length; count++) {
    const semicolon = text.indexOf(";", start);
    const end = semicolon === -1 ? text.length : semicolon;
    const piece = text.slice(start, end);
    const clean = trimWhite(piece);
    const position = start + indexOfBlack(piece);
    const say = (kind: TagProblem["kind"]) => problems.push({ kind, position, text: clean });
    if (count >= TAGS_MAX) {
      problems.push({ kind: "too_many", position: start, text: "" });
      break;
    }
    const equals = clean.indexOf("=");
    const name = trimWhite(clean.slice(0, Math.max(equals, 0)));
    if (clean === "") {
      if (semicolon !== -1) say("empty");
    } else if (equals === -1) say("no_equals");
    else if (name === "") say("no_name");
    else {
      if (names.has(name)) say("duplicate");
      names.add(name);
      tags.push({ name, value: trimWhite(clean.slice(equals + 1)), position, text: piece });
    }
    start = end + 1;
  }
  return { tags, problems };
}

/** Returns the first tag with exactly the given name, or null if no tag has it. */
export function tagOf({ tags }: TagList, name: string): Tag | null {
  return tags.find((tag) => tag.name === name) ?? null;
}

/**
 * Returns true for WSP (RFC 5234) and the line ends of folding (RFC 6376 2.8). Other white space is part of a
 * value.
 */
function isWhite(character: string | undefined): boolean {
  return character === " " || character === "\t" || character === "\r" || character === "\n";
}

function indexOfBlack(text: string): number {
  let at = 0;
  while (at < text.length && isWhite(text[at])) at += 1;
  return at;
}

/**
 * Removes white space at both ends. It does not use a regular expression, because that would take quadratic time on
 * long runs of blanks.
 */
export function trimWhite(text: string): string {
  const start = indexOfBlack(text);
  let end = text.length;
  while (end > start && isWhite(text[end - 1])) end -= 1;
  return text.slice(start, end);
}
