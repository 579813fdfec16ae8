import { printable } from "../../harmless.ts";
import { TextDecoder } from "../platform.ts";
import { trimWhite } from "./tag-list.ts";
import { readFields } from "./versioned-record.ts";

/** The record that says that there is a policy (RFC 8461 3.1). */
export type StsRecord = {
  /** Changes whenever the policy does; the first counts. Null where there is none that is right. */
  readonly id: string | null;
  /** In words; empty where senders take it. */
  readonly problems: readonly string[];
};

export const STS_VERSION = "STSv1";

/** Reads a text that begins with the version. */
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

export const STS_MODES = ["enforce", "testing", "none"] as const;
export type StsMode = (typeof STS_MODES)[number];

/** A policy file (RFC 8461 3.2). What is missing or not right is null. */
export type StsPolicy = {
  readonly mode: StsMode | null;
  /** Seconds. */
  readonly maxAge: number | null;
  /** Patterns that are right: lower case, host names, or `*.` and a name. */
  readonly mx: readonly string[];
  /** What breaks it, in words: senders then go by none. */
  readonly problems: readonly string[];
  /** What the grammar does not allow and many overlook, or the first of its kind puts right. */
  readonly loose: readonly string[];
};

/** About a year (RFC 8461 3.2). */
const AGE_MAX = 31_557_600;
/** Lines that are read of a file, and problems that are told of. */
const LINES_MAX = 5000;
const PROBLEMS_MAX = 10;

/** The lines of a file: they end with LF or CRLF, and the last may (RFC 8461 3.2). */
export function policyLines(file: Uint8Array): readonly string[] {
  // A byte order mark is kept: it is no part of a name that senders know.
  const text = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(file);
  const lines = text
    .split("\n", LINES_MAX + 2)
    .map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** Reads the lines of a policy file. */
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
      else problems.add(`mx "${printable(value, 80)}" is neither a host name nor *. and a name`);
    } else if (first.has(name)) {
      if (FIELDS.includes(name)) loose.add(`${name} is there more than once, and the first counts`);
    } else {
      first.set(name, value);
      if (value === "" && !FIELDS.includes(name)) loose.add(`${name} has no value`);
    }
    if (clean !== "" && /^[ \t]/.test(line)) loose.add("a line begins with a blank");
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
  return `the line "${printable(line, 80)}" is no "name: value"`;
}

function fieldProblem(name: string, value: string | undefined, wanted: string): string {
  return value === undefined ? `${name} is missing` : `${name} is "${printable(value, 50)}", not ${wanted}`;
}

/** `*.` at most once and in front, and a name of A-labels (RFC 8461 3.2, RFC 5321 4.1.2). */
export function isMxPattern(value: string): boolean {
  const name = value.startsWith("*.") ? value.slice(2) : value;
  if (name.length > 253) return false;
  const labels = name.split(".");
  return labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? "");
}

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i;

/** Whether a pattern is for a host: `*` is exactly one label (RFC 8461 4.1). Both lower case. */
export function fitsMx(pattern: string, host: string): boolean {
  if (!pattern.startsWith("*.")) return pattern === host;
  const dot = host.indexOf(".");
  return dot > 0 && host.slice(dot) === pattern.slice(1);
}
