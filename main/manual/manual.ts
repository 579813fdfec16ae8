import { harmless } from "@dnstools/core/harmless";
import { nearest } from "@dnstools/core/nearest";
import { plainWord, TOOL_SYNONYMS } from "@dnstools/core/tool/query/synonyms";
import { TARGETS } from "../targets.ts";
import { contractOf, isTool, TOOL_NAMES } from "../tools.ts";
import { bashCompletion } from "./bash.ts";
import { fishCompletion } from "./fish.ts";
import { overview, toolHelp } from "./help.ts";
import { manPage } from "./man.ts";
import { OTHERS, type ToolCommand, toolCommand } from "./words.ts";
import { zshCompletion } from "./zsh.ts";

const SHELLS: Readonly<Record<string, (tools: readonly ToolCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** Runs `dnstools help [TOOL]`. @returns the exit code */
export async function printHelp([tool, ...rest]: readonly string[]): Promise<number> {
  if (tool === undefined) return print(overview(await contracts()));
  const other = OTHERS.find(({ word }) => word === tool);
  if (other !== undefined)
    return print(
      `${other.description}\n\nUsage: dnstools ${[tool, ...alternatives(other.next)].join(" ")}\n`,
    );
  if (rest.length > 0 || !isTool(tool)) return notUnderstood(tool);
  return print(toolHelp(await contractOf(tool)));
}

/** Runs `dnstools completion SHELL`. @returns the exit code */
export async function printCompletion([shell = "", ...rest]: readonly string[]): Promise<number> {
  const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
  if (write === undefined || rest.length > 0)
    return misuse(`Usage: dnstools completion ${Object.keys(SHELLS).join("|")}`);
  return print(write((await contracts()).map(toolCommand)));
}

/** Runs `dnstools man`. @returns the exit code */
export async function printMan(args: readonly string[]): Promise<number> {
  if (args.length > 0) return misuse("Usage: dnstools man");
  return print(manPage((await contracts()).map(toolCommand), new Date().toISOString().slice(0, 10)));
}

/**
 * Prints an error with a suggestion for an unknown command.
 * @param word the first argument
 * @returns the exit code
 */
export function notUnderstood(word: string): number {
  if (word === "" || word.startsWith("-"))
    return misuse(`Usage: dnstools TOOL TARGET [OPTIONS]
       dnstools --target=${TARGETS.join("|")} [--example]
dnstools help lists the tools and other commands.`);
  const sent = plainWord(word);
  const names = [...TOOL_NAMES, ...OTHERS.map((other) => other.word)];
  const meant = TOOL_NAMES.find((tool) => TOOL_SYNONYMS[tool].includes(sent)) ?? nearest(sent, names);
  const hint = meant === null ? "" : ` Did you mean dnstools ${meant}?`;
  return misuse(
    `There is no command ${harmless(word.slice(0, 60))}.${hint} dnstools help lists all commands.`,
  );
}

function alternatives(words: readonly string[]): readonly string[] {
  const all = words.join("|");
  return all === "" ? [] : [all.startsWith("--") ? `[${all}]` : all];
}

function contracts() {
  return Promise.all(TOOL_NAMES.map(contractOf));
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function misuse(text: string): number {
  process.stderr.write(`${text}\n`);
  return 2;
}
