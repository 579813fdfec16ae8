/** One `name=value` of a record. */
export type Tag = {
  /** As it is written: who compares it without regard to case does so himself. */
  readonly name: string;
  /** Without the white space around it; it may hold more `=`. */
  readonly value: string;
  /** Where the name begins in the text, from 0. Its place among the tags is its place in the list. */
  readonly position: number;
  /** All between the semicolons, for grammars that allow no white space. */
  readonly text: string;
};

/** What is no tag, or one too many. `no_name`: `=value`; `duplicate`: the same name, as it is written, came before. */
export type TagProblem = {
  readonly kind: "empty" | "no_equals" | "no_name" | "duplicate" | "too_many";
  /** Where it begins in the text, from 0. */
  readonly position: number;
  /** Without the white space around it; of `too_many` nothing. */
  readonly text: string;
};

export type TagList = { readonly tags: readonly Tag[]; readonly problems: readonly TagProblem[] };

/** Records have a dozen; whoever writes a thousand wants to see what that costs. */
const TAGS_MAX = 200;

/**
 * Reads `name=value; name=value` (RFC 6376 3.2), the form of the records of DKIM, DMARC, MTA-STS, TLS-RPT and BIMI. What a
 * record allows is for its reader to say: here every tag is kept, as are those that come twice. A semicolon may end the list.
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

/** The first tag of a name, written just so; null where there is none. */
export function tagOf({ tags }: TagList, name: string): Tag | null {
  return tags.find((tag) => tag.name === name) ?? null;
}

/** What RFC 5234 calls WSP, and the line ends of folding (RFC 6376 2.8); other white space is part of a value. */
function isWhite(character: string | undefined): boolean {
  return character === " " || character === "\t" || character === "\r" || character === "\n";
}

function indexOfBlack(text: string): number {
  let at = 0;
  while (at < text.length && isWhite(text[at])) at += 1;
  return at;
}

/** Text without white space at its ends. By hand: a pattern would try anew at each blank of a long row. */
export function trimWhite(text: string): string {
  const start = indexOfBlack(text);
  let end = text.length;
  while (end > start && isWhite(text[end - 1])) end -= 1;
  return text.slice(start, end);
}
