import type { Option } from "../ask/read/options.ts";
import { OTHERS, SERVING, type ToolCommand } from "./words.ts";

/** Returns the completion script for bash: `source <(dnstools completion bash)`. The script needs no other package. */
export function bashCompletion(tools: readonly ToolCommand[]): string {
  const first = [
    ...tools.map(({ tool }) => tool),
    ...OTHERS.map(({ word }) => word),
    ...SERVING.map(written),
  ];
  return `# bash completion of dnstools, written by \`dnstools completion bash\`.
_dnstools() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words=
  # bash treats = as a separate word.
  if [[ $current == = ]]; then current=; elif [[ $previous == = ]]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    words='${first.join(" ")}'
  else
    case "\${COMP_WORDS[1]} $previous" in
${[...tools.flatMap(valueCases), ...SERVING.flatMap(servingCases)].join("\n")}
      *)
        case \${COMP_WORDS[1]} in
${[...tools.map(toolCase), ...OTHERS.filter(({ next }) => next.length > 0).map(({ word, next }) => `          ${word}) ((COMP_CWORD == 2)) && words='${next.join(" ")}' ;;`), `          help) ((COMP_CWORD == 2)) && words='${tools.map(({ tool }) => tool).join(" ")}' ;;`].join("\n")}
        esac ;;
    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  # After a completion that ends with =, the value follows without a space.
  [[ \${#COMPREPLY[@]} == 1 && \${COMPREPLY[0]} == *= ]] && compopt -o nospace
}
complete -F _dnstools dnstools
`;
}

function written({ name, value }: Option): string {
  return value === null ? `--${name}` : `--${name}=`;
}

function toolCase({ tool, params, options }: ToolCommand): string {
  return `          ${tool}) words='${[...params, ...options].map(({ name }) => `--${name}`).join(" ")}' ;;`;
}

/** Returns the `case` branches for options with a value. They complete the allowed values. */
function valueCases({ tool, params, options }: ToolCommand): readonly string[] {
  return [...params, ...options].flatMap(({ name, value, values = [] }) =>
    value === null ? [] : [`      '${tool} --${name}') words='${values.join(" ")}' ;;`],
  );
}

function servingCases({ name, value, values = [] }: Option): readonly string[] {
  return value === null ? [] : [`      *--${name}) words='${values.join(" ")}' ;;`];
}
