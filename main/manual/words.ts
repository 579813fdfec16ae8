import type { Contract } from "@dnstools/core/tool/contract";
import type { ParamSpecs } from "@dnstools/core/tool/params";
import { SHAPE_PARAMS } from "@dnstools/core/tool/shape";
import { commandWords } from "../ask/read/command-words.ts";
import { OPTIONS, type Option } from "../ask/read/options.ts";
import { TARGETS } from "../targets.ts";

/** A word that may follow another, and what it is. */
export type Word = { readonly word: string; readonly description: string };

/** A tool as a command: its name, what it does, its options. */
export type ToolCommand = {
  readonly tool: string;
  readonly summary: string;
  readonly description: string;
  /** Parameters of the tool. */
  readonly params: readonly Option[];
  /** Options of every tool. */
  readonly options: readonly Option[];
  /** Commands that work. */
  readonly examples: readonly { readonly command: string; readonly shows: string }[];
};

/** What else the program does, by its first word, and the words that may follow. */
export const OTHERS: readonly (Word & { readonly next: readonly string[] })[] = [
  { word: "help", description: "Print what the program does, or what a tool takes.", next: [] },
  { word: "completion", description: "Print the completion of a shell.", next: ["bash", "zsh", "fish"] },
  { word: "man", description: "Print the manual page.", next: [] },
  {
    word: "keys",
    description: "Manage the API keys of a server.",
    next: ["create", "list", "show", "revoke", "rotate", "backup", "restore"],
  },
  {
    word: "healthcheck",
    description: "Ask whether the server with these settings is ready.",
    next: [],
  },
  {
    word: "proxy",
    description: "Write nginx's configuration for a server, or serve the metrics beside it.",
    next: ["render", "metrics"],
  },
];

/** Options of the program where no command is named. */
export const SERVING: readonly Option[] = [
  {
    name: "target",
    value: "PART",
    values: TARGETS,
    description: "Serve the API: everything, or one part of it in a process of its own.",
  },
  { name: "example", value: null, description: "With --target: print an address to try." },
  { name: "version", value: null, description: "Print the version." },
];

/** A tool's contract as a command. */
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

/** The closed list of a parameter's values, or of those that it takes several of. */
function valuesOf(schema: Readonly<Record<string, unknown>>): readonly string[] | null {
  const { items, enum: own } = schema as { items?: { enum?: unknown }; enum?: unknown };
  const values = own ?? items?.enum;
  return Array.isArray(values) ? values.map(String) : null;
}

/** A word as a shell takes it. */
function quoted(text: string): string {
  return /^[\w./:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
