import { factsOf, isLabel } from "./labels.ts";
import type { Entry, Line, WhoisText } from "./text.ts";

/** Maximum line length in characters, and maximum number of lines read. Servers can send more. */
const LINE_MAX = 1000;
const LINES_MAX = 2000;
/** Maximum number of values kept for one label. */
const VALUES_MAX = 50;
/** Maximum length of a label in characters. The longest known label has 137 characters (.hk). */
const LABEL_MAX = 160;

/**
 * Maximum indent, in columns, of the lines of a registry's own text. Nominet indents them by 4; data below a label is
 * usually indented further.
 */
const WORD_INDENT_MAX = 4;

/** Control characters and invisible characters. Joiners are kept because names may contain them (RFC 5892 A). */
const UNSEEN = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const COMMENT = /^([%#;]|>>>)/;
/**
 * Matches lines that end the response. Only terms of use, or text about the server itself (.lv), follow such a line.
 */
const END = /^(>>> ?last update|\[whois\]$)/i;

/** Minimum length in characters of a line whose sentence may continue on the next line. */
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
/** Headings whose values may follow after an empty line and without an indent. */
const SERVERS = /\b(name ?servers?|dns|domain servers)\b/;

/** Parser state, including the label to which the following lines may add values, and the current heading. */
type State = {
  entries: (Entry & { readonly values: string[] })[];
  lines: Line[];
  open: { readonly values: string[]; readonly indent: number; readonly heading: boolean } | null;
  section: { readonly label: string; readonly indent: number; readonly bare: boolean };
  blank: boolean;
  /** True if the previous line ends within a sentence. */
  prose: boolean;
  paragraph: number;
};

/**
 * Parses a WHOIS response into labels with values and the registry's own text lines, in one pass and without ever
 * throwing. Recognises `label: value`, `label.....: value`, `[label] value`, values on the lines below a label,
 * and headings with labels below them.
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

/** Expands tabs in the leading white space of a line. */
function withColumns(white: string): string {
  return white.replaceAll("\t", " ".repeat(8));
}

/** Handles an empty line, which ends the values of a label that already has some. */
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
  // Text is data, and not the registry's own text, if it is indented further than the label above it or further than
  // WORD_INDENT_MAX.
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

/** Lines that state a fact without a colon (.kg, .tw, .mo, .gg). */
const SENTENCES = [
  /^(?<label>record (?:created|expires|last updated?) on)[. ]*:? (?<value>\S.*)$/i,
  /^(?<label>registered on) (?<value>\d.*)$/i,
  /^(?<label>domain) (?<value>[^\s:.]+(?:\.[^\s:.]+)+) \((?<state>[a-z ]{1,40})\)$/i,
];

/** Splits a line into label and value. Returns null if the line has no label. */
function labelled(text: string): Record<string, string> | null {
  const line = text.replace(/^(\*\* ?|[a-z]\. (?=\[))/, "");
  const bracket = /^\[([^[\]]{1,60})\] *(.*)$/.exec(line);
  if (bracket !== null && /^\S.*\S$/.test(bracket[1] ?? ""))
    return { label: bracket[1] ?? "", value: bracket[2] ?? "" };
  const colon = line.indexOf(":");
  if (colon < 1 || colon > LABEL_MAX || !/^\p{L}/u.test(line)) return null;
  const label = line.slice(0, colon);
  const end = /^:(?:\.{1,80}:)?(?= |$)/.exec(line.slice(colon, colon + 90))?.[0].length;
  // If no space follows the colon, only known labels are accepted. `Created On:2001` is a label with a value, but
  // `flags:KSK protocol:3` and `https://` are not.
  if (end === undefined && (!isLabel(plain(label)) || /[a-z]:/i.test(line.slice(colon + 1)))) return null;
  return { label, value: line.slice(colon + (end ?? 1)) };
}

/**
 * Removes dots and spaces at the end of a text. It does not use a regular expression, because that would take
 * quadratic time.
 */
function withoutDots(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === "." || text[end - 1]?.trim() === "")) end--;
  return text.slice(0, end);
}

/** Normalises a label: lower case, without parentheses, trailing dots and trailing numbers. */
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

/** Returns true if a line is a value of the label above it. */
function isBelow({ open, blank, section }: State, indent: number): boolean {
  if (open === null) return false;
  if (indent > open.indent) return open.heading || !blank;
  return open.heading && (!blank || open.values.length === 0 || SERVERS.test(section.label));
}

function oneMore(values: readonly string[], text: string): readonly string[] {
  return values.length < VALUES_MAX ? [text.replace(/\s+/g, " ")] : [];
}
