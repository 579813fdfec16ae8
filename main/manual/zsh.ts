import type { Option } from "../ask/read/options.ts";
import { OTHERS, SERVING, type ToolCommand, type Word } from "./words.ts";

/**
 * Returns the completion script for zsh: saved as a file named _dnstools in a folder of $fpath, or sourced after
 * compinit.
 */
export function zshCompletion(tools: readonly ToolCommand[]): string {
  const commands: readonly Word[] = [
    ...tools.map(({ tool, summary }) => ({ word: tool, description: summary })),
    ...OTHERS,
  ];
  return `#compdef dnstools
# zsh completion of dnstools, written by \`dnstools completion zsh\`.
_dnstools() {
  local -a commands
  commands=(
${commands.map(({ word, description }) => `    ${quote(`${escaped(word)}:${description}`)}`).join("\n")}
  )
  if ((CURRENT == 2)); then
    _describe -t commands command commands
    _arguments -s ${SERVING.map(spec).map(quote).join(" ")}
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT -= 1))
  case $command in
${tools.map(toolCase).join("\n")}
${OTHERS.filter(({ next }) => next.length > 0)
  .map(({ word, next }) => `    ${word}) _arguments ${quote(`1:word:(${next.join(" ")})`)} ;;`)
  .join("\n")}
    help) _arguments ${quote(`1:tool:(${tools.map(({ tool }) => tool).join(" ")})`)} ;;
  esac
}
if [[ $funcstack[1] == _dnstools ]]; then _dnstools "$@"; else compdef _dnstools dnstools; fi
`;
}

function toolCase({ tool, params, options }: ToolCommand): string {
  const specs = [...params, ...options].map(spec).map(quote);
  return `    ${tool}) _arguments -s ${quote("1:target: ")} \\\n      ${specs.join(" \\\n      ")} ;;`;
}

/** Returns the `_arguments` specification of an option. */
function spec({ name, value, values, description }: Option): string {
  const sentence = escaped(description.split(/(?<=\.) /)[0] ?? "").replace(/[[\]]/g, "\\$&");
  if (value === null) return `--${name}[${sentence}]`;
  return `--${name}=[${sentence}]:${value.toLowerCase()}:${values === undefined ? " " : `(${values.join(" ")})`}`;
}

function escaped(text: string): string {
  return text.replace(/[\\:]/g, "\\$&");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
