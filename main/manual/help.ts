import type { Contract } from "@dnstools/core/tool/contract";
import { EXIT_CODES } from "../ask/output/exit-code.ts";
import type { Option } from "../ask/read/options.ts";
import { OTHERS, SERVING, toolCommand } from "./words.ts";

/** Width of help texts in columns. */
const COLUMNS = 80;

/** Returns the help text of a tool. */
export function toolHelp(contract: Contract): string {
  const { tool, summary, description, params, options, examples } = toolCommand(contract);
  return text([
    ...wrapped(`${summary}.`, ""),
    "",
    `Usage: dnstools ${tool} TARGET [OPTIONS]`,
    `       dnstools ${tool} - [OPTIONS] < FILE`,
    "",
    ...wrapped(description, ""),
    "",
    ...wrapped(
      "The target is used for the first parameter that accepts it. With -, each line of standard input is a target.",
      "",
    ),
    "",
    "Parameters:",
    ...params.flatMap(optionLines),
    "",
    "Options:",
    ...options.flatMap(optionLines),
    "",
    "Examples:",
    ...examples.flatMap(({ command, shows }) => [`  ${command}`, ...wrapped(shows, "      ")]),
    "",
    ...exitCodes(),
  ]);
}

/** Returns the help text of the program. */
export function overview(contracts: readonly Contract[]): string {
  const width = Math.max(
    ...[...contracts.map(({ tool }) => tool), ...OTHERS.map(({ word }) => word)].map((w) => w.length),
  );
  const line = (word: string, what: string) =>
    wrapped(what, " ".repeat(width + 4), `  ${word.padEnd(width)}  `).join("\n");
  return text([
    "dnstools says what is wrong with a domain, and what it could not determine.",
    "",
    "Usage: dnstools TOOL TARGET [OPTIONS]              check a domain, a host or an address",
    "       dnstools TOOL - [OPTIONS] < FILE          check each line of a file",
    "       dnstools TOOL --help",
    "       dnstools --target=PART               serve the API",
    "",
    "Tools:",
    ...contracts.map(({ tool, summary }) => line(tool, `${summary}.`)),
    "",
    "Other commands:",
    ...OTHERS.map(({ word, description }) => line(word, description)),
    "",
    "Options without a command:",
    ...SERVING.flatMap(optionLines),
    "",
    ...exitCodes(),
    "",
    ...wrapped(
      "Settings are environment variables, the same as a server's, such as DNS_RESOLVERS and EGRESS_ALLOW; deploy/settings.md of the project lists them.",
      "",
    ),
  ]);
}

function exitCodes(): readonly string[] {
  return [
    "Exit codes (the worst one for several names):",
    ...EXIT_CODES.flatMap(([code, what]) => wrapped(what, "      ", `  ${String(code).padEnd(3)} `)),
  ];
}

function optionLines({ name, value, values, description }: Option): readonly string[] {
  const listed = values === undefined ? "" : ` One of ${values.join(", ")}.`;
  return [
    `  --${name}${value === null ? "" : ` ${value}`}`,
    ...wrapped(`${description}${description.includes(values?.join(", ") ?? "\0") ? "" : listed}`, "      "),
  ];
}

/**
 * Wraps a text at COLUMNS.
 * @param first text at the start of the first line, instead of the indent
 */
function wrapped(words: string, indent: string, first = indent): readonly string[] {
  const lines = [first];
  for (const word of words.split(" ")) {
    const line = lines.at(-1) ?? "";
    const isEmpty = line === first || line === indent;
    if (!isEmpty && line.length + 1 + word.length > COLUMNS) lines.push(indent + word);
    else lines[lines.length - 1] = isEmpty ? line + word : `${line} ${word}`;
  }
  return lines;
}

function text(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}
