import { parseArgs } from "node:util";
import { nearest } from "@dnstools/core/nearest";
import { usageError } from "./command-error.ts";

/** The options of all `keys` commands. */
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

/** The arguments that a command accepts: its options, and whether it requires the id of a key. */
export type Grammar = { readonly options: readonly Option[]; readonly takesId: boolean };

/** A command's parsed arguments. `id` is empty if the command does not accept an id. */
export type Words = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"] & {
  readonly id: string;
};

/**
 * Parses `--name VALUE`, `--name=VALUE`, `--flag` and an id.
 * @throws CommandError if the command does not accept one of the arguments
 */
export function parseWords(args: readonly string[], { options, takesId }: Grammar): Words {
  const taken = Object.fromEntries(options.map((name) => [name, OPTIONS[name]])) as typeof OPTIONS;
  const { values, positionals } = parse(args, taken);
  const [id = "", tooMuch] = takesId ? positionals : ["", ...positionals];
  if (tooMuch !== undefined)
    throw usageError(
      takesId
        ? `"${tooMuch}" is one argument too many: this command takes one ID`
        : `"${tooMuch}" is one argument too many: this command takes only options, and a value with spaces needs quotes`,
    );
  if (takesId && id === "") throw usageError("ID is missing");
  return { ...values, id };
}

function parse(args: readonly string[], options: typeof OPTIONS) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // Only the first sentence of parseArgs's error message is used. The other sentences explain arguments that begin
    // with a dash, which no command accepts.
    const [why = ""] = error.message.split(/\. |\n/);
    const optionNames = Object.keys(options).map((name) => `--${name}`);
    const meant = why.startsWith("Unknown") ? nearest(/'(.*)'/.exec(why)?.[1] ?? "", optionNames) : null;
    throw usageError(meant === null ? why : `${why}: did you mean ${meant}?`);
  }
}
