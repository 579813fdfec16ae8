import { isShellWord } from "@dnstools/core/harmless";
import type { ProblemBody } from "@dnstools/render/problem";
import { contractOf, isTool } from "../../tools.ts";
import { commandWords } from "../read/command-words.ts";

/** Returns the messages that explain a problem to the user. */
export async function problemLines(problem: ProblemBody): Promise<readonly string[]> {
  const { title, detail, errors = [], retry } = problem;
  const command = retry === undefined ? null : await commandOf(retry);
  return [
    ...(errors.length === 0
      ? [`${title}. ${detail}`]
      : errors.map(({ parameter, message }) => `${parameter}: ${message}`)),
    ...(command === null ? [] : [`Did you mean: ${command}`]),
  ];
}

/**
 * Converts an API call to a command; null if the path is not a tool call or if an argument would need shell quoting.
 */
async function commandOf(path: string): Promise<string | null> {
  if (!URL.canParse(path, "http://localhost")) return null;
  const { pathname, searchParams } = new URL(path, "http://localhost");
  const tool = pathname.slice(pathname.lastIndexOf("/") + 1);
  if (!isTool(tool)) return null;
  const words = commandWords(await contractOf(tool), [...searchParams]);
  return words.every((word) => isShellWord(word.replace(/^--/, "")))
    ? `dnstools ${tool} ${words.join(" ")}`
    : null;
}
