import { isShellWord } from "@dnstools/core/harmless";
import type { ProblemBody } from "@dnstools/render/problem";

/** What a person is told of a problem, in sentences. */
export function problemLines({ title, detail, errors = [], retry }: ProblemBody): readonly string[] {
  const command = retry === undefined ? null : commandOf(retry);
  return [
    ...(errors.length === 0
      ? [`${title}. ${detail}`]
      : errors.map(({ parameter, message }) => `${parameter}: ${message}`)),
    ...(command === null ? [] : [`Did you mean: ${command}`]),
  ];
}

/** A call of the API as a command; null where a word of it would mean something to a shell. */
function commandOf(path: string): string | null {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  const [tool = "", target] = pathname
    .replace(/^\/api\/v1\//, "/")
    .split("/")
    .filter((part) => part !== "");
  const [[first, value] = ["", ""], ...rest] = [...searchParams];
  const named = target === undefined ? [] : [[first, value] as const].filter(([name]) => name !== "");
  const words = [
    target === undefined ? value : decodeURIComponent(target),
    ...[...named, ...rest].flatMap(([name, text]) => [`--${name}`, text]),
  ];
  const safe = words.every((word) => isShellWord(word.replace(/^--/, "")));
  return safe ? `dnstools ${tool} ${words.join(" ")}` : null;
}
