import type { Contract } from "@dnstools/core/tool/contract";
import type { ParamSpecs } from "@dnstools/core/tool/params";
import { SHAPE_PARAMS } from "@dnstools/core/tool/shape";
import { commandWords } from "../ask/read/command-words.ts";
import { OPTIONS, type Option } from "../ask/read/options.ts";
import { TARGETS } from "../targets.ts";

/** A word of the command line with its description. */
export type Word = { readonly word: string; readonly description: string };

/** A tool as a command-line command. */
export type ToolCommand = {
  readonly tool: string;
  readonly summary: string;
  readonly description: string;
  /** Parameters of the tool. */
  readonly params: readonly Option[];
  /** Options that every tool has. */
  readonly options: readonly Option[];
  /** Example commands with descriptions. */
  readonly examples: readonly { readonly command: string; readonly shows: string }[];
};

/** The commands that are not tools, each with the words that can follow it. */
export const OTHERS: readonly (Word & { readonly next: readonly string[] })[] = [
  { word: "help", description: "Print the help of the program or of a tool.", next: [] },
  {
    word: "completion",
    description: "Print the completion script for a shell.",
    next: ["bash", "zsh", "fish"],
  },
  {
    word: "doctor",
    description:
      "Show what this host and its network let through, what that means for which tool, and what to do. The exit code is 0 if all was tested and is in order, else 3. With --json: environment (codes of faults, as in meta.environment of answers), facets (verdict and evidence by name; the verdict is null if it was not tested), resolvers (verdict of each) and proxies (variables that are set and not used).",
    next: ["--json"],
  },
  { word: "man", description: "Print the manual page.", next: [] },
  {
    word: "keys",
    description: "Manage the API keys of a server.",
    next: ["create", "list", "show", "revoke", "rotate", "backup", "restore"],
  },
  {
    word: "healthcheck",
    description: "Check if the server with these settings is ready.",
    next: [],
  },
  {
    word: "proxy",
    description: "Write the nginx configuration for a server, or serve the metrics of nginx.",
    next: ["render", "metrics"],
  },
];

/** Options of the program when it is started without a command. */
export const SERVING: readonly Option[] = [
  {
    name: "target",
    value: "PART",
    values: TARGETS,
    description: "Serve the API: all of it, or one part in a separate process.",
  },
  { name: "example", value: null, description: "With --target: print a URL to try." },
  { name: "version", value: null, description: "Print the version." },
];

/** Converts a tool's contract to a command. */
export function toolCommand(contract: Contract): ToolCommand {
  const { tool, summary, description, params, examples } = contract;
  return {
    tool,
    summary,
    description,
    params: optionsOf(params),
    options: [...optionsOf(SHAPE_PARAMS), ...OPTIONS],
    examples: examples.map(({ query, shows }) => ({
      command: [
        "dnstools",
        tool,
        ...commandWords(contract, [...new URLSearchParams(query)]).map(quoted),
      ].join(" "),
      shows,
    })),
  };
}

function optionsOf(params: ParamSpecs): readonly Option[] {
  return Object.entries(params).map(([name, { description, schema }]) => {
    const values = valuesOf(schema);
    return {
      name,
      value: schema["type"] === "integer" ? "NUMBER" : name.toUpperCase(),
      ...(values === null ? {} : { values }),
      description,
    };
  });
}

/** Returns the allowed values of a parameter, or of the members of a list parameter; null if any value is allowed. */
function valuesOf(schema: Readonly<Record<string, unknown>>): readonly string[] | null {
  const { items, enum: own } = schema as { items?: { enum?: unknown }; enum?: unknown };
  const values = own ?? items?.enum;
  return Array.isArray(values) ? values.map(String) : null;
}

/** Quotes a word for a shell if necessary. */
function quoted(text: string): string {
  return /^[\w./:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
