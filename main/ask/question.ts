import { parseCidr } from "@dnstools/core/protocol/ip";
import type { Contract } from "@dnstools/core/tool/contract";
import { Fault } from "@dnstools/core/tool/fault";
import type { ParamRules } from "@dnstools/core/tool/params";
import { type Asked, readCall } from "@dnstools/server/run/read-input";
import { contractOf, TOOL_NAMES } from "../tools.ts";

/** Parameters that the target can be, in the order in which they are tried. */
const TARGETS = ["host", "domain", "ip"];

type Pairs = readonly (readonly [string, string])[];

/** What a server has as rules is its own: here every address is taken. */
export const RULES_OF_SERVER: ParamRules = {
  allow: ["0.0.0.0/0", "::/0"].map(parseCidr).filter((block) => block !== null),
  deny: { names: [], blocks: [] },
};

/** The parameters of a call: its target goes to the first that takes it. */
export function pairsOf({ params }: Contract, target: string | null, pairs: Pairs, rules: ParamRules): Pairs {
  if (target === null) return pairs;
  const names = TARGETS.filter((name) => Object.hasOwn(params, name));
  const takes = names.find((name) => params[name]?.parse(target, rules).ok);
  return [[takes ?? names[0] ?? "", target], ...pairs];
}

/** Reads a call by the tool's contract. @throws Fault with the call that was meant, where it is known. */
export async function readQuestion(contract: Contract, pairs: Pairs, rules: ParamRules): Promise<Asked> {
  try {
    return readCall(contract, pairs, rules);
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== "invalid_parameter") throw error;
    // What was meant may be another tool.
    return readCall(contract, pairs, rules, await Promise.all(TOOL_NAMES.map(contractOf)));
  }
}
