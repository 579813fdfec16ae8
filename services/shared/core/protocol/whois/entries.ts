import { factsOf, isLabel } from "./labels.ts";
import type { Entry, Line, WhoisText } from "./text.ts";

/** Characters of a line that is read, and lines: whoever answers chooses how many there are. */
const LINE_MAX = 1000;
const LINES_MAX = 2000;
/** Values of one label. */
const VALUES_MAX = 50;
/** The longest label has 137 characters (.hk). */
const LABEL_MAX = 160;

/** Columns that the words of a registry are indented at most: Nominet's are by 4, data below a label mostly by more. */
const WORD_INDENT_MAX = 4;

/** Control characters and what nobody sees; joiners are left, since names have them (RFC 5892 A). */
const UNSEEN = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const COMMENT = /^([%#;]|>>>)/;
/** Behind this line there are terms of use, or the server writes of itself (.lv). */
const END = /^(>>> ?last update|\[whois\]$)/i;

/** A line of so many characters that ends within a sentence goes on in the next line. */
const PROSE_MIN = 40;
const SENTENCE_END = /[^\p{L}\p{N},"')]$/u;

/** Headings that some registries write without a colon. */
const HEADINGS = new Set(
  [
    "registrar, registrant, holder, domain, contact, admin, tech, name servers, nameservers, domain nameservers, dns servers",
    "nameserver in listed order, domain servers in listed order, name servers in the listed order, owner contact",
    "administrative contact, administrative contact/agent, technical contact, billing contact, additional information",
    "address, domain managers, domain owners / registrant, domain details, organization using domain name, domain information, contact information, primary name server, secondary name server",
  ]
    .join(", ")
    .split(", "),
);
/** Headings below which names stand behind an empty line and without any indent. */
const SERVERS = /\b(name ?servers?|dns|domain servers)\b/;

/** What is being read: the label that lines may still belong to, and the heading in force. */
type State = {
  entries: (Entry & { readonly values: string[] })[];
  lines: Line[];
  open: { readonly values: string[]; readonly indent: number; readonly heading: boolean } | null;
  section: { readonly label: string; readonly indent: number; readonly bare: boolean };
  blank: boolean;
  /** Whether the line above ends within a sentence. */
  prose: boolean;
  paragraph: number;
};

/**
 * Reads an answer into labels with their values and the registry's own lines. Total, and in one pass: `label: value`,
 * `label.....: value`, `[label] value`, values on the lines below, headings with labels below them.
 */
export function readText(text: string): WhoisText {
  const state: State = {
    entries: [],
    lines: [],
    open: null,
    section: { label: "", indent: -1, bare: false },
    blank: true,
    prose: false,
    paragraph: 1,
  };
  const lines = text.split("\n", LINES_MAX);
  let behind = "";
  for (const [at, raw] of lines.entries()) {
    const line = raw
      .slice(0, LINE_MAX)
      .replace(/^[ \t]+/, withColumns)
      .replace(UNSEEN, " ")
      .trimEnd();
    const bare = line.trim();
    if (END.test(bare)) {
      behind = lines.slice(at + 1).join("\n");
      break;
    }
    if (bare === "") close(state);
    else readLine(state, bare, line.length - line.trimStart().length);
  }
  return { text, entries: state.entries, lines: state.lines, behind };
}

/** White space at the beginning of a line, a tab as the columns that it is shown with. */
function withColumns(white: string): string {
  return white.replaceAll("\t", " ".repeat(8));
}

/** An empty line ends the values of a label that has some. */
function close(state: State): void {
  if (!state.blank) state.paragraph++;
  state.blank = true;
  state.prose = false;
  if (state.open !== null && state.open.values.length > 0) state.open = null;
}

function readLine(state: State, text: string, indent: number): void {
  const comment = COMMENT.test(text);
  const word = { text: text.replace(/\s+/g, " "), comment, continues: state.prose && !comment };
  state.prose = !comment && (state.prose || text.length >= PROSE_MIN) && !SENTENCE_END.test(text);
  // What is indented below a label, or as far as only data is, is no word of the registry's, whatever it looks like.
  const below = !state.blank && state.open !== null && indent > state.open.indent;
  const nested = below || indent > WORD_INDENT_MAX;
  if (word.comment) {
    if (nested) return;
    state.lines.push(word);
    state.open = null;
    return;
  }
  const sentence = SENTENCES.map((pattern) => pattern.exec(word.text)).find((match) => match !== null);
  const found = sentence?.groups ?? labelled(text);
  if (found !== undefined && found !== null) {
    const ofSection = state.section.bare && indent > state.section.indent;
    if (!nested && !ofSection) state.lines.push(word);
    if (sentence?.groups?.["state"] !== undefined) take(state, "Status", sentence.groups["state"], indent);
    take(state, found["label"] ?? "", (found["value"] ?? "").trim(), indent);
  } else if (HEADINGS.has(word.text.toLowerCase())) {
    state.lines.push(word);
    take(state, word.text, "", indent);
  } else if (isBelow(state, indent)) state.open?.values.push(...oneMore(state.open.values, text));
  else {
    if (!nested) state.lines.push(word);
    state.open = null;
  }
  state.blank = false;
}

/** Lines that tell a fact without a colon: .kg, .tw, .mo, .gg. */
const SENTENCES = [
  /^(?<label>record (?:created|expires|last updated?) on)[. ]*:? (?<value>\S.*)$/i,
  /^(?<label>registered on) (?<value>\d.*)$/i,
  /^(?<label>domain) (?<value>[^\s:.]+(?:\.[^\s:.]+)+) \((?<state>[a-z ]{1,40})\)$/i,
];

/** A label and its value; null for a line that has none. */
function labelled(text: string): Record<string, string> | null {
  const line = text.replace(/^(\*\* ?|[a-z]\. (?=\[))/, "");
  const bracket = /^\[([^[\]]{1,60})\] *(.*)$/.exec(line);
  if (bracket !== null && /^\S.*\S$/.test(bracket[1] ?? ""))
    return { label: bracket[1] ?? "", value: bracket[2] ?? "" };
  const colon = line.indexOf(":");
  if (colon < 1 || colon > LABEL_MAX || !/^\p{L}/u.test(line)) return null;
  const label = line.slice(0, colon);
  const end = /^:(?:\.{1,80}:)?(?= |$)/.exec(line.slice(colon, colon + 90))?.[0].length;
  // Without a space only what is a label for sure: `Created On:2001`, but no `flags:KSK protocol:3` and no `https://`.
  if (end === undefined && (!isLabel(plain(label)) || /[a-z]:/i.test(line.slice(colon + 1)))) return null;
  return { label, value: line.slice(colon + (end ?? 1)) };
}

/** A text without dots and spaces at its end; a pattern would take the square of their number. */
function withoutDots(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === "." || text[end - 1]?.trim() === "")) end--;
  return text.slice(0, end);
}

/** A label without what stands around it. */
function plain(label: string): string {
  return withoutDots(label.toLowerCase().replace(/\([^()]*\)/g, ""))
    .replace(/\s+/g, " ")
    .replace(/[ _]?\d{1,2}$/, "")
    .replace(/^key\d-/, "key-")
    .trim();
}

function take(state: State, title: string, value: string, indent: number): void {
  const label = plain(title);
  const heading = value === "";
  const { section } = state;
  const within = section.bare && (indent > section.indent || !state.blank || state.open !== null);
  if (heading) state.section = { label, indent, bare: true };
  else if (state.blank && !within) state.section = { label, indent, bare: false };
  const values = heading ? [] : [value.replace(/\s+/g, " ")];
  state.entries.push({
    title: withoutDots(title).slice(0, 80),
    label,
    section: state.section.label,
    paragraph: state.paragraph,
    facts: factsOf(label, state.section.label),
    values,
  });
  state.open = { values, indent, heading };
  state.blank = false;
}

/** Whether a line is a value of the label above it. */
function isBelow({ open, blank, section }: State, indent: number): boolean {
  if (open === null) return false;
  if (indent > open.indent) return open.heading || !blank;
  return open.heading && (!blank || open.values.length === 0 || SERVERS.test(section.label));
}

function oneMore(values: readonly string[], text: string): readonly string[] {
  return values.length < VALUES_MAX ? [text.replace(/\s+/g, " ")] : [];
}
