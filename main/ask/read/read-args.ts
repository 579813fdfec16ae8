import { parseArgs } from "node:util";
import { printable } from "@dnstools/core/harmless";
import { nearest } from "@dnstools/core/nearest";
import type { Contract } from "@dnstools/core/tool/contract";
import { SHAPE_PARAMS } from "@dnstools/core/tool/shape";
import { readEvery } from "./duration.ts";
import {
  EVERY_S,
  FAIL_ON,
  JOBS,
  JOBS_MAX,
  KEY_VARIABLE,
  OPTIONS,
  type OptionName,
  UNTIL,
} from "./options.ts";
import { UsageError } from "./usage-error.ts";

/** Output format of the command. */
export type Form = "text" | "json" | "markdown" | "jsonl";

/** The parsed arguments of a tool command. */
export type Given = {
  /** The target, or `-` to read targets from standard input. Null if only parameters specify the target. */
  readonly target: string | null;
  /** Parameters of the tool, as pairs of name and value. */
  readonly pairs: readonly (readonly [string, string])[];
  readonly form: Form;
  readonly jobs: number;
  readonly until: (typeof UNTIL)[number] | null;
  readonly everyS: number;
  readonly failOn: readonly (typeof FAIL_ON)[number][];
  readonly server: URL | null;
  readonly key: string | null;
  readonly help: boolean;
};

/** The given options by name; flags have an empty value. */
type Own = ReadonlyMap<OptionName, string>;

const isOwn = (name: string): name is OptionName => OPTIONS.some((option) => option.name === name);

/**
 * Parses the arguments after a tool's name. The values of the tool's own parameters are checked later, by its
 * contract.
 * @throws UsageError that names the first wrong argument and what the user probably meant
 */
export function readArgs(contract: Contract, args: readonly string[], env: NodeJS.ProcessEnv): Given {
  const params = Object.keys({ ...contract.params, ...SHAPE_PARAMS });
  const { tokens } = parseArgs({
    args: [...args],
    options: {
      ...Object.fromEntries(
        OPTIONS.map(({ name, value }) => [name, { type: value === null ? "boolean" : "string" }]),
      ),
      ...Object.fromEntries(params.map((name) => [name, { type: "string" }])),
      help: { type: "boolean", short: "h" },
    },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const own = new Map<OptionName, string>();
  const pairs: [string, string][] = [];
  const targets: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") targets.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    if (!isOwn(name) && !params.includes(name)) throw unknownOption(rawName, params);
    const takesValue =
      !isOwn(name) || OPTIONS.some((option) => option.name === name && option.value !== null);
    if (takesValue && value === undefined) throw new UsageError(`${rawName} needs a value.`);
    if (!takesValue && value !== undefined) throw new UsageError(`${rawName} takes no value.`);
    if (!isOwn(name)) pairs.push([name, value ?? ""]);
    else if (own.has(name)) throw new UsageError(`Give ${rawName} only once.`);
    else own.set(name, value ?? "");
  }
  const [target = null, second] = targets;
  if (second !== undefined)
    throw new UsageError(
      `Give one target: ${shown(target ?? "")} and ${shown(second)} are two. With -, names are read from standard input.`,
    );
  return { ...readOwn(own, target, env), target, pairs, help: own.has("help") };
}

function readOwn(
  own: Own,
  target: string | null,
  env: NodeJS.ProcessEnv,
): Omit<Given, "target" | "pairs" | "help"> {
  const form = formOf(own);
  const needs = (name: OptionName, other: string, there: boolean) => {
    if (own.has(name) && !there) throw new UsageError(`--${name} can only be used with ${other}.`);
  };
  needs("jobs", "- as the target", target === "-");
  needs("every", "--until", own.has("until"));
  needs("key", "--server", own.has("server"));
  if (target === "-" && own.has("until"))
    throw new UsageError("--until waits for one name: omit - or --until.");
  if (target === "-" && (form === "json" || form === "markdown"))
    throw new UsageError(
      `--${form} is for one name: with -, use --jsonl, or omit both for one line of text per name.`,
    );
  return {
    form,
    jobs: readJobs(own.get("jobs")),
    until: own.has("until") ? readWord("until", own.get("until") ?? "", UNTIL) : null,
    everyS: own.has("every") ? readEvery(own.get("every") ?? "") : EVERY_S,
    failOn: (own.get("fail-on")?.split(",") ?? []).map((word) => readWord("fail-on", word, FAIL_ON)),
    server: own.has("server") ? readServer(own.get("server") ?? "") : null,
    key: own.has("server") ? readKey(own.get("key") ?? env[KEY_VARIABLE] ?? "") : null,
  };
}

function formOf(own: Own): Form {
  const forms = (["json", "markdown", "jsonl"] as const).filter((name) => own.has(name));
  const [form = "text", other] = forms;
  if (other !== undefined) throw new UsageError(`Give either --${form} or --${other}.`);
  return form;
}

function readJobs(text: string | undefined): number {
  if (text === undefined) return JOBS;
  const jobs = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (jobs >= 1 && jobs <= JOBS_MAX) return jobs;
  throw new UsageError(`--jobs: Give a whole number from 1 to ${JOBS_MAX}, such as ${JOBS}.`);
}

function readWord<const T extends string>(name: OptionName, text: string, words: readonly T[]): T {
  const sent = text.trim().toLowerCase();
  const word = words.find((one) => one === sent);
  if (word !== undefined) return word;
  const near = nearest(sent, words);
  const hint = near === null ? "" : ` Did you mean ${near}?`;
  throw new UsageError(`--${name}: Give one of ${words.join(", ")}.${hint}`);
}

function readServer(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && ["http:", "https:"].includes(url.protocol) && url.search === "" && url.hash === "")
    return url;
  throw new UsageError("--server: Give the URL of an API, such as https://dns.example.com.");
}

/** Checks that a key can be sent in a header; null if the key is empty. */
function readKey(text: string): string | null {
  if (text === "") return null;
  if (/^[\x21-\x7e]{1,256}$/.test(text)) return text;
  throw new UsageError(
    `The key (--key or ${KEY_VARIABLE}) is invalid: give it exactly as you got it from the operator.`,
  );
}

function unknownOption(raw: string, params: readonly string[]): UsageError {
  const names = [...params, ...OPTIONS.map(({ name }) => name)];
  const near = nearest(raw.replace(/^-+/, "").toLowerCase(), names);
  const hint = near === null ? `The options are --${names.join(", --")}.` : `Did you mean --${near}?`;
  return new UsageError(`There is no option ${shown(raw)}. ${hint}`);
}

function shown(text: string): string {
  return printable(text, 60);
}
