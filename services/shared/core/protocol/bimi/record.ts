import { printable } from "../../harmless.ts";
import { parseTagList, type TagList, tagOf } from "../mail/tag-list.ts";
import { parseDomain } from "../names.ts";

/** The location of a logo or evidence document in a BIMI record. */
export type BimiLocation = {
  /** The location as written in the record; empty if the record says that there is no such file. */
  readonly text: string;
  /** The URL to fetch; null if the location has no URL or if this API does not fetch it. */
  readonly url: string | null;
  /** What is wrong with the location, in words; null if it is valid. */
  readonly problem: string | null;
};

/** A BIMI assertion record (draft-brand-indicators-for-message-identification, 4.2). */
export type BimiRecord = {
  /** Location of the logo; null if the record has no `l` tag. */
  readonly logo: BimiLocation | null;
  readonly evidence: BimiLocation | null;
  /** Prefixes of the local parts that the record applies to; empty if it applies to all. */
  readonly prefixes: readonly string[];
  readonly preference: string | null;
  /** True if the record declares that there is no logo. */
  readonly declined: boolean;
  /** What is wrong with the record, in words; empty if receivers accept it. */
  readonly problems: readonly string[];
};

/**
 * Returns the BIMI records among the texts of TXT records (`BIMI1` is case-sensitive), and the texts that look like
 * malformed BIMI records.
 */
export function selectBimi(texts: readonly string[]): {
  readonly records: readonly string[];
  readonly nearMisses: readonly string[];
} {
  const records = texts.filter((text) => /^v[ \t]*=[ \t]*BIMI1[ \t]*(?:;|$)/.test(text));
  const meant = (text: string) => /^[\s"'\\]{0,10}v\s{0,10}=\s{0,10}bimi/i.test(text);
  return { records, nearMisses: texts.filter((text) => !records.includes(text) && meant(text)) };
}

/** Parses a BIMI record, or a malformed record that `selectBimi` returns in `nearMisses`. */
export function readBimiRecord(text: string): BimiRecord {
  const list = parseTagList(text);
  const logo = locationOf(list, "l");
  const evidence = locationOf(list, "a");
  const prefixes = readPrefixes(tagOf(list, "lps")?.value ?? "");
  const problems = [
    ...syntaxProblems(list),
    ...(logo === null ? ["it has no l tag"] : []),
    ...[logo, evidence].flatMap((location) => location?.problem ?? []),
    ...(prefixes === null ? ["lps is not a valid list of local-part prefixes"] : []),
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
        if (kind === "empty") return "there is nothing between two semicolons";
        if (kind === "too_many") return "it has more tags than this API reads";
        if (kind === "duplicate") return `"${printable(text.split("=", 1)[0] ?? "", 20)}" occurs twice`;
        return `"${printable(text, 50)}" is not a name=value pair`;
      }),
    ),
  ].slice(0, 10);
}

const URL_MAX = 2048;
/**
 * An https URL of a logo or evidence document. Commas must be percent-encoded because earlier drafts used them to
 * separate locations.
 */
const URL = /^https:\/\/([^/?#@:[\]]{1,253})(:\d{0,5})?((?:[/?](?:[\w\-.~:/?@!$&'()*+;=]|%[0-9a-f]{2})*)?)$/i;

function locationOf(list: TagList, name: string): BimiLocation | null {
  const text = tagOf(list, name)?.value;
  if (text === undefined) return null;
  if (text === "") return { text, url: null, problem: null };
  const broken = (problem: string): BimiLocation => ({ text, url: null, problem: `${name} ${problem}` });
  if (text.length > URL_MAX) return broken("is too long for a URL");
  if (!/^https:\/\//i.test(text)) return broken(`is "${printable(text, 50)}", which is not an https URL`);
  const [, host = "", port = "", path = ""] = URL.exec(text) ?? [];
  const parsed = host === "" ? null : parseDomain(host);
  if (parsed === null || !parsed.ok)
    return broken(`is "${printable(text, 80)}", which is not the URL of a public host`);
  const asked = port === "" || port === ":" || port === ":443";
  return { text, url: asked ? `https://${parsed.value}${path || "/"}` : null, problem: null };
}

/**
 * Parses the `lps` list: each prefix has 1 to 63 letters, digits, hyphens and dots. Returns null if the list is
 * invalid.
 */
function readPrefixes(value: string): readonly string[] | null {
  if (value === "") return [];
  const prefixes = value.split(",", 101).map((prefix) => prefix.trim());
  return prefixes.length <= 100 && prefixes.every((prefix) => /^[a-z0-9.-]{1,63}$/i.test(prefix))
    ? prefixes
    : null;
}
