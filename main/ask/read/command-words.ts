import type { Contract } from "@dnstools/core/tool/contract";
import { type Pairs, withTarget } from "@dnstools/core/tool/report-path";
import { SERVER_RULES } from "./server-rules.ts";

/**
 * Converts the parameters of a call to command-line arguments. The target has no option name if the tool can infer the
 * parameter.
 */
export function commandWords(contract: Contract, pairs: Pairs): readonly string[] {
  return pairs.flatMap(([name, value], at) => {
    const byItself = at === 0 && withTarget(contract, value, [], SERVER_RULES)[0]?.[0] === name;
    return byItself ? [value] : [`--${name}`, value];
  });
}
