import type { Option } from "../ask/read/options.ts";
import { OTHERS, SERVING, type ToolCommand } from "./words.ts";

/**
 * Returns the completion script for fish: `dnstools completion fish | source`, or saved as a file in
 * ~/.config/fish/completions.
 */
export function fishCompletion(tools: readonly ToolCommand[]): string {
  const after = (word: string) => `-n '__fish_seen_subcommand_from ${word}'`;
  const lines = [
    "# fish completion of dnstools, written by `dnstools completion fish`.",
    "complete -c dnstools -f",
    ...[...tools.map(({ tool, summary }) => ({ word: tool, description: summary })), ...OTHERS].map(
      ({ word, description }) =>
        `complete -c dnstools -n __fish_use_subcommand -a ${word} -d ${quote(description)}`,
    ),
    ...SERVING.map((option) => `complete -c dnstools -n __fish_use_subcommand ${words(option)}`),
    ...tools.flatMap(({ tool, params, options }) =>
      [...params, ...options].map((option) => `complete -c dnstools ${after(tool)} ${words(option)}`),
    ),
    ...OTHERS.filter(({ next }) => next.length > 0).map(
      ({ word, next }) => `complete -c dnstools ${after(word)} -a ${quote(next.join(" "))}`,
    ),
    `complete -c dnstools ${after("help")} -a ${quote(tools.map(({ tool }) => tool).join(" "))}`,
  ];
  return `${lines.join("\n")}\n`;
}

function words({ name, value, values, description }: Option): string {
  const [sentence = ""] = description.split(/(?<=\.) /);
  const taken = value === null ? "" : ` -x${values === undefined ? "" : ` -a ${quote(values.join(" "))}`}`;
  return `-l ${name}${taken} -d ${quote(sentence)}`;
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
