import { parseCidr } from "@dnstools/core/protocol/ip";
import type { Contract } from "@dnstools/core/tool/contract";
import type { ParamRules } from "@dnstools/core/tool/params";

/** Names and values of a call's parameters. */
export type Pairs = readonly (readonly [string, string])[];

/** Parameters that the target can be, in the order in which they are tried. */
const TARGETS = ["host", "domain", "ip"];

/** A server has rules of its own, so every address is taken here. */
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
