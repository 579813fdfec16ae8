import type { Sample } from "./samples.ts";

/** Words with which registries say that a domain is free; a registrant may put them into a domain's data. */
const FREE_WORDS = [
  ...[
    'No match for "NAME".',
    "Domain not found.",
    "NOT FOUND",
    "Status: free",
    "Status: AVAILABLE",
    "%% NOT FOUND",
  ],
  ...[
    "%ERROR:101: no entries found",
    "NAME is free",
    "No Data Found",
    "DOMAIN NOT FOUND",
    "Available",
    "No match",
  ],
  ...[
    "The queried object does not exist: No Object Found",
    "Not found: NAME",
    "NO OBJECT FOUND!",
    "No Found",
  ],
  ...["% No entries found for NAME", "NAME: no entries found.", "Object does not exist", "% nothing found"],
];
/** Labels whose values registrants choose. */
const DATA_LABELS = [
  "remarks",
  "address",
  "org",
  "Registrant Organization",
  "Registrant Street",
  "descr",
  "owner",
  "person",
];
const LIMIT_WORDS = [
  ...["WHOIS LIMIT EXCEEDED", "Too many requests", "% Query rate limit exceeded. Try again in 30 seconds."],
  ...["You have exceeded your quota of queries.", "%ERROR:201: access denied for 45.10.0.2"],
];
/** Lines that mention facts of a registration but do not describe a registration. */
const FACT_WORDS = [
  ...[
    "% Domain Name: NAME",
    "% Registrar: Lab Registrar, Inc.",
    "# Creation Date: 2001-02-03",
    "; www.labregistrar.com",
  ],
  ...[
    "NOTICE: The Registrar: of record knows more.",
    "% nserver: ns1.labdns.net",
    "# NAME was registered in 2001",
  ],
  ...[
    "TERMS: Registrar means who registers; Name Server means a server",
    "Please register your domains at labregistrar.com",
  ],
];
const RECORD =
  "Domain Name: other.example\nRegistrar: Other\nCreation Date: 2001-02-03\nName Server: ns1.other.example\n";

/** Returns a random number below the given one; the same seed always gives the same sequence. */
type Random = (below: number) => number;

/** Changes that can happen to a text in transit, or that a registrant can cause. */
const MUTATIONS: Readonly<Record<string, (text: string, name: string, random: Random) => string>> = {
  truncated: (text, _, random) => text.slice(0, random(text.length)),
  "words for free in data": (text, name, random) => {
    const words = pick(FREE_WORDS, random).replace("NAME", name);
    return withLine(text, random, `${pick(DATA_LABELS, random)}: ${words}\n        ${words}`);
  },
  "words for free behind a label": (text, name, random) => {
    const words = pick(FREE_WORDS, random).replace("NAME", name);
    const lines = text.split("\n");
    const labelled = lines.flatMap((line, i) =>
      /^ *[A-Za-z][A-Za-z -]{2,30}[.]*: +\S/.test(line) ? [i] : [],
    );
    const at = pick(labelled, random) ?? -1;
    return lines.map((line, i) => (i === at ? line.replace(/: +.*$/, `: x ${words}`) : line)).join("\n");
  },
  "a throttling line": (text, _, random) => withLine(text, random, pick(LIMIT_WORDS, random)),
  "facts in comments": (text, name, random) =>
    withLine(text, random, pick(FACT_WORDS, random).replace("NAME", name)),
  "another record behind the end": (text) =>
    `${text}\n>>> Last update of WHOIS database: 2026 <<<\n${RECORD}`,
  "in capitals": (text) => text.toUpperCase(),
  "spaces at the beginning": (text, _, random) => text.replace(/^/gm, " ".repeat(1 + random(6))),
  "tabs for spaces": (text) => text.replace(/ {2,}/g, "\t"),
  "returns without line feeds": (text) => text.replaceAll("\n", "\r"),
  "empty lines between": (text) => text.replaceAll("\n", "\n\n"),
  "without empty lines": (text) => text.replace(/\n{2,}/g, "\n"),
  "a letter replaced": (text, _, random) => {
    const at = random(text.length);
    return `${text.slice(0, at)}\uFFFD${text.slice(at + 1)}`;
  },
  "control characters": (text, _, random) =>
    text.replace(/ /g, () =>
      random(20) === 0 ? pick(["\0", "\u200b", "\u202e", "\ufeff", "\x1b[0m"], random) : " ",
    ),
};
const MUTATION_NAMES = Object.keys(MUTATIONS);

const ENCODINGS: readonly ((text: string) => Uint8Array)[] = [
  (text) => new TextEncoder().encode(text),
  (text) => Buffer.from(text, "latin1"),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(text, "utf16le"),
  (text) => Buffer.concat([Buffer.from("\x1b$B"), Buffer.from(text), Buffer.from("\xff\xfe", "latin1")]),
];

function pick<T>(list: readonly T[], random: Random): T {
  return list[random(list.length)] as T;
}

function withLine(text: string, random: Random, line: string): string {
  const lines = text.split("\n");
  lines.splice(random(lines.length), 0, line);
  return lines.join("\n");
}

/**
 * Applies one to three mutations to a sample's text.
 * @returns the text as bytes and as a string, with a description of the mutations.
 */
export function mutate(
  { text, name, kind }: Sample,
  random: Random,
): { bytes: Uint8Array; done: string; mutated: string } {
  // Only a registered domain has data that a registrant chose.
  const names = Array.from({ length: 1 + random(3) }, () => pick(MUTATION_NAMES, random)).filter(
    (mutation) => kind !== "free" || !mutation.startsWith("words"),
  );
  const mutated = names.reduce((was, mutation) => MUTATIONS[mutation]?.(was, name, random) ?? was, text);
  const encoding = random(10) < 7 ? 0 : random(ENCODINGS.length);
  const bytes = ENCODINGS[encoding]?.(mutated) ?? new Uint8Array();
  return { bytes, done: `${names.join(", ")}, encoding ${encoding}`, mutated };
}
