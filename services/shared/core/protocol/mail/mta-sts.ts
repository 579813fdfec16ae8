import { printable } from "../../harmless.ts";
import { TextDecoder } from "../platform.ts";
import { trimWhite } from "./tag-list.ts";
import { readFields } from "./versioned-record.ts";

/** An MTA-STS DNS record, which announces a policy (RFC 8461 3.1). */
export type StsRecord = {
  /** Identifier of the policy version, from the first `id` field; null if the field is missing or invalid. */
  readonly id: string | null;
  /** What is wrong with the record, in words; empty if senders accept it. */
  readonly problems: readonly string[];
};

/** The version that MTA-STS records and policy files begin with. */
export const STS_VERSION = "STSv1";

/** Parses an MTA-STS record. The text must begin with the MTA-STS version. */
export function readStsRecord(text: string): StsRecord {
  const { fields, problems } = readFields(text, ["id"]);
  const id = fields.find(({ name }) => name === "id")?.value ?? null;
  const right = id !== null && /^[a-z0-9]{1,32}$/i.test(id);
  const wrong =
    id === null
      ? ["it has no id"]
      : right
        ? []
        : [`the id "${printable(id, 50)}" is not 1 to 32 letters and digits`];
  return { id: right ? id : null, problems: [...problems, ...wrong] };
}

/** Policy modes (RFC 8461 5), strictest first. */
export const STS_MODES = ["enforce", "testing", "none"] as const;
/** A mode of an MTA-STS policy. */
export type StsMode = (typeof STS_MODES)[number];

/** A parsed MTA-STS policy file (RFC 8461 3.2). Fields that are missing or invalid are null. */
export type StsPolicy = {
  readonly mode: StsMode | null;
  /** Lifetime of the policy, in seconds. */
  readonly maxAge: number | null;
  /** Valid MX patterns, lower case: host names, or `*.` followed by a name. */
  readonly mx: readonly string[];
  /** Errors that make senders ignore the policy, in words. */
  readonly problems: readonly string[];
  /** Deviations from the grammar that many senders tolerate, in words. */
  readonly loose: readonly string[];
};

/** Maximum lifetime of a policy in seconds, about a year (RFC 8461 3.2). */
const AGE_MAX = 31_557_600;
/** Maximum number of lines that are read from a policy file, and maximum number of problems reported. */
const LINES_MAX = 5000;
const PROBLEMS_MAX = 10;

/**
 * Splits a policy file into lines, which end with LF or CRLF. The line end is optional on the last line (RFC 8461
 * 3.2).
 */
export function policyLines(file: Uint8Array): readonly string[] {
  // A byte order mark is kept in the text because senders treat it as part of the first field name.
  const text = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(file);
  const lines = text
    .split("\n", LINES_MAX + 2)
    .map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** Parses the lines of an MTA-STS policy file. */
export function readStsPolicy(lines: readonly string[]): StsPolicy {
  const problems = new Set<string>();
  const loose = new Set<string>();
  const first = new Map<string, string>();
  const mx = new Set<string>();
  if (lines.length > LINES_MAX) problems.add("it has more lines than this API reads");
  for (const line of lines.slice(0, LINES_MAX)) {
    const clean = trimWhite(line);
    const colon = clean.indexOf(":");
    const name = clean.slice(0, Math.max(colon, 0));
    const value = trimWhite(clean.slice(colon + 1));
    if (clean === "") loose.add("a line is empty");
    else if (!NAME.test(name)) problems.add(lineProblem(clean));
    else if (name === "mx") {
      if (isMxPattern(value)) mx.add(value.toLowerCase());
      else problems.add(`mx "${printable(value, 80)}" is neither a host name nor "*." and a name`);
    } else if (first.has(name)) {
      if (FIELDS.includes(name)) loose.add(`${name} occurs more than once; only the first counts`);
    } else {
      first.set(name, value);
      if (value === "" && !FIELDS.includes(name)) loose.add(`${name} has no value`);
    }
    if (clean !== "" && /^[ \t]/.test(line)) loose.add("a line begins with white space");
    if (line.includes("\r")) loose.add("a line has a carriage return that does not belong to its end");
  }
  const version = first.get("version");
  if (version !== STS_VERSION) problems.add(fieldProblem("version", version, STS_VERSION));
  const mode = STS_MODES.find((one) => one === first.get("mode")) ?? null;
  if (mode === null) problems.add(fieldProblem("mode", first.get("mode"), "enforce, testing or none"));
  const age = first.get("max_age");
  const maxAge = age !== undefined && /^\d{1,10}$/.test(age) && Number(age) <= AGE_MAX ? Number(age) : null;
  if (maxAge === null) problems.add(fieldProblem("max_age", age, `a number of seconds up to ${AGE_MAX}`));
  if (mx.size === 0 && mode !== "none") problems.add("mx is missing");
  return {
    mode,
    maxAge,
    mx: [...mx],
    problems: [...problems].slice(0, PROBLEMS_MAX),
    loose: [...loose].slice(0, PROBLEMS_MAX),
  };
}

const NAME = /^[a-z0-9][a-z0-9_.-]{0,31}$/i;
const FIELDS: readonly string[] = ["version", "mode", "max_age"];

function lineProblem(line: string): string {
  if (line.startsWith("\ufeff")) return "it begins with a byte order mark";
  return `the line "${printable(line, 80)}" is not "name: value"`;
}

function fieldProblem(name: string, value: string | undefined, wanted: string): string {
  if (value === undefined) return `${name} is missing`;
  const isAscii = /^\p{ASCII}*$/u.test(value);
  const hidden = /^[\x20-\x7e]*$/.test(value)
    ? ""
    : ` with ${isAscii ? "control characters" : "characters that are not ASCII"}`;
  return `${name} is "${printable(value, 50)}"${hidden}, not ${wanted}`;
}

/**
 * Returns true for a valid MX pattern: an optional leading `*.` and a name of A-labels (RFC 8461 3.2, RFC 5321
 * 4.1.2).
 */
export function isMxPattern(value: string): boolean {
  const name = value.startsWith("*.") ? value.slice(2) : value;
  if (name.length > 253) return false;
  const labels = name.split(".");
  return labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? "");
}

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i;

/**
 * Returns true if an MX pattern matches a host; `*` matches exactly one label (RFC 8461 4.1). Both must be in lower
 * case.
 */
export function fitsMx(pattern: string, host: string): boolean {
  if (!pattern.startsWith("*.")) return pattern === host;
  const dot = host.indexOf(".");
  return dot > 0 && host.slice(dot) === pattern.slice(1);
}
