import { isShellWord } from "@dnstools/core/harmless";
import type { ProblemBody } from "@dnstools/render/problem";
import { contractOf, isTool } from "../../tools.ts";
import { commandWords } from "../read/command-words.ts";

/** What a person is told of a problem, in sentences. */
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

/** A call of the API as a command; null where a word of it would mean something to a shell. */
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
