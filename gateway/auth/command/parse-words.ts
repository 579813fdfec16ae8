import { parseArgs } from "node:util";
import { nearest } from "@dnstools/core/nearest";
import { usageError } from "./command-error.ts";

/** The options of all commands. */
const OPTIONS = {
  name: { type: "string" },
  contact: { type: "string" },
  expires: { type: "string" },
  overlap: { type: "string" },
  into: { type: "string" },
  keep: { type: "string" },
  from: { type: "string" },
  all: { type: "boolean" },
  replace: { type: "boolean" },
  json: { type: "boolean" },
} as const;
type Option = keyof typeof OPTIONS;

/** What a command takes: options, and whether the id of a key. */
export type Grammar = { readonly options: readonly Option[]; readonly takesId: boolean };

/** A command's words. `id` is empty where the command takes none. */
export type Words = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"] & {
  readonly id: string;
};

/** Reads `--name VALUE`, `--name=VALUE`, `--flag` and an id. @throws CommandError where the command does not take them */
export function parseWords(args: readonly string[], { options, takesId }: Grammar): Words {
  const taken = Object.fromEntries(options.map((name) => [name, OPTIONS[name]])) as typeof OPTIONS;
  const { values, positionals } = parse(args, taken);
  const [id = "", tooMuch] = takesId ? positionals : ["", ...positionals];
  if (tooMuch !== undefined)
    throw usageError(
      takesId
        ? `"${tooMuch}" is too much: this command takes one ID`
        : `"${tooMuch}" is too much: this command takes options only, and a value with spaces goes in quotes`,
    );
  if (takesId && id === "") throw usageError("ID is missing");
  return { ...values, id };
}

function parse(args: readonly string[], options: typeof OPTIONS) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // Further sentences are about words that begin with dashes, which no command takes.
    const [why = ""] = error.message.split(/\. |\n/);
    const optionNames = Object.keys(options).map((name) => `--${name}`);
    const meant = why.startsWith("Unknown") ? nearest(/'(.*)'/.exec(why)?.[1] ?? "", optionNames) : null;
    throw usageError(meant === null ? why : `${why}: did you mean ${meant}?`);
  }
}
