import { nearest } from "@dnstools/core/nearest";
import { misuse } from "./problem.ts";

/** A command's words: options with a value, options without, and what else it takes. */
export type Grammar = {
  readonly values: readonly string[];
  readonly flags: readonly string[];
  /** What the one word without dashes is, null where there is none. */
  readonly word: string | null;
};

export type Words = {
  readonly values: ReadonlyMap<string, string>;
  readonly flags: ReadonlySet<string>;
  readonly word: string | null;
};

/** Reads `--name value`, `--name=value`, `--flag` and one word. @throws Problem; it holds nothing that could be a key. */
export function readWords(args: readonly string[], grammar: Grammar): Words {
  const values = new Map<string, string>();
  const flags = new Set<string>();
  let word: string | null = null;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (!arg.startsWith("-")) {
      if (grammar.word === null || word !== null) throw misuse(tooMany(arg, grammar));
      word = arg;
      continue;
    }
    const equals = arg.indexOf("=");
    const name = equals < 0 ? arg : arg.slice(0, equals);
    if (values.has(name) || flags.has(name)) throw misuse(`${name} is there twice: give it once`);
    if (grammar.flags.includes(name)) {
      if (equals >= 0) throw misuse(`${name} takes no value`);
      flags.add(name);
    } else if (grammar.values.includes(name)) {
      const value = equals < 0 ? args[++at] : arg.slice(equals + 1);
      if (value === undefined || (equals < 0 && value.startsWith("--")))
        throw misuse(`${name} needs a value: ${name} VALUE, or ${name}=VALUE where it begins with dashes`);
      values.set(name, value);
    } else throw misuse(unknownOption(name, grammar));
  }
  if (grammar.word !== null && word === null) throw misuse(`${grammar.word} is missing`);
  return { values, flags, word };
}

function tooMany(arg: string, { word }: Grammar): string {
  return word === null
    ? `"${arg}" is too much: this command takes options only, and a value with spaces goes in quotes`
    : `"${arg}" is too much: this command takes one ${word}`;
}

function unknownOption(name: string, { values, flags }: Grammar): string {
  const known = [...values, ...flags];
  const meant = nearest(name, known);
  return `there is no option ${name}${meant === null ? `; there are ${known.join(", ")}` : `: did you mean ${meant}?`}`;
}
