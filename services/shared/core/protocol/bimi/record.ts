import { printable } from "../../harmless.ts";
import { parseTagList, type TagList, tagOf } from "../mail/tag-list.ts";
import { parseDomain } from "../names.ts";

/** Where a file of BIMI is, as a record says. */
export type BimiLocation = {
  /** As it is written; empty where it is said that there is none. */
  readonly text: string;
  /** To be fetched; null where there is none, or none that is asked for. */
  readonly url: string | null;
  /** In words; null where it is right. */
  readonly problem: string | null;
};

/** An assertion record (draft-brand-indicators-for-message-identification, 4.2). */
export type BimiRecord = {
  /** Null where the tag is missing. */
  readonly logo: BimiLocation | null;
  readonly evidence: BimiLocation | null;
  /** Local parts for whose beginnings alone it is; empty where it is for all. */
  readonly prefixes: readonly string[];
  readonly preference: string | null;
  /** It says that there is no logo. */
  readonly declined: boolean;
  /** In words; empty where receivers take it. */
  readonly problems: readonly string[];
};

/** The records that count, which begin with the version to the letter, and those that were meant to. */
export function selectBimi(texts: readonly string[]): {
  readonly records: readonly string[];
  readonly nearMisses: readonly string[];
} {
  const records = texts.filter((text) => /^v[ \t]*=[ \t]*BIMI1[ \t]*(?:;|$)/.test(text));
  const meant = (text: string) => /^[\s"'\\]{0,10}v\s{0,10}=\s{0,10}bimi/i.test(text);
  return { records, nearMisses: texts.filter((text) => !records.includes(text) && meant(text)) };
}

/** Reads a text that begins with the version, or was meant to. */
export function readBimiRecord(text: string): BimiRecord {
  const list = parseTagList(text);
  const logo = locationOf(list, "l");
  const evidence = locationOf(list, "a");
  const prefixes = readPrefixes(tagOf(list, "lps")?.value ?? "");
  const problems = [
    ...syntaxProblems(list),
    ...(logo === null ? ["it has no l"] : []),
    ...[logo, evidence].flatMap((location) => location?.problem ?? []),
    ...(prefixes === null ? ["lps is no list of beginnings of local parts"] : []),
  ];
  return {
    logo,
    evidence,
    prefixes: prefixes ?? [],
    preference: tagOf(list, "avp")?.value ?? null,
    declined: problems.length === 0 && logo?.text === "" && (evidence?.text ?? "") === "",
    problems,
  };
}

function syntaxProblems({ problems }: TagList): readonly string[] {
  return [
    ...new Set(
      problems.map(({ kind, text }) => {
        if (kind === "empty") return "nothing stands between two semicolons";
        if (kind === "too_many") return "it has more tags than this API reads";
        if (kind === "duplicate") return `"${printable(text.split("=", 1)[0] ?? "", 20)}" is there twice`;
        return `"${printable(text, 50)}" is no name=value`;
      }),
    ),
  ].slice(0, 10);
}

const URL_MAX = 2048;
/** A comma in it must be encoded, since once it ended a location. */
const URL = /^https:\/\/([^/?#@:[\]]{1,253})(:\d{0,5})?((?:[/?](?:[\w\-.~:/?@!$&'()*+;=]|%[0-9a-f]{2})*)?)$/i;

function locationOf(list: TagList, name: string): BimiLocation | null {
  const text = tagOf(list, name)?.value;
  if (text === undefined) return null;
  if (text === "") return { text, url: null, problem: null };
  const broken = (problem: string): BimiLocation => ({ text, url: null, problem: `${name} ${problem}` });
  if (text.length > URL_MAX) return broken("is longer than any URL");
  if (!/^https:\/\//i.test(text)) return broken(`is "${printable(text, 50)}", no https URL`);
  const [, host = "", port = "", path = ""] = URL.exec(text) ?? [];
  const parsed = host === "" ? null : parseDomain(host);
  if (parsed === null || !parsed.ok) return broken(`is "${printable(text, 80)}", no URL of a public host`);
  const asked = port === "" || port === ":" || port === ":443";
  return { text, url: asked ? `https://${parsed.value}${path || "/"}` : null, problem: null };
}

/** Each 1 to 63 letters, digits, hyphens and dots; null where the list is broken. */
function readPrefixes(value: string): readonly string[] | null {
  if (value === "") return [];
  const prefixes = value.split(",", 101).map((prefix) => prefix.trim());
  return prefixes.length <= 100 && prefixes.every((prefix) => /^[a-z0-9.-]{1,63}$/i.test(prefix))
    ? prefixes
    : null;
}
