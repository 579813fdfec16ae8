import { type Contract, type ToolName, toolPath } from "./contract.ts";
import type { InputOf, ParamRules, ParamSpecs } from "./params.ts";

/** Decoded names and values of a call's parameters. */
export type Pairs = readonly (readonly [string, string])[];

/** Parameters that the target in a report's path can stand for, in the order in which they are tried. */
const TARGETS = ["host", "domain", "ip"];

const NO_RULES: ParamRules = { allow: [], deny: { names: [], blocks: [] } };

/** Returns the path of a tool's reports, as a route pattern for the gateway. */
export function reportRoute(tool: ToolName): string {
  return `/${tool}/:target`;
}

/**
 * Returns the parameter that the target in a path stands for: the first one that accepts the target, otherwise the
 * first one.
 */
function targetParameter(params: ParamSpecs, target: string, rules: ParamRules): string {
  const names = TARGETS.filter((name) => Object.hasOwn(params, name));
  if (names.length === 1) return names[0] ?? "";
  return names.find((name) => params[name]?.parse(target, rules).ok) ?? names[0] ?? "";
}

/**
 * Returns the parameters of a call whose target is in the path. The query may repeat the target to specify which
 * parameter it is: `/ssl/example.com?domain=example.com`.
 * @param pairs the parameters in the query.
 */
export function withTarget(
  { params }: Pick<Contract, "params">,
  target: string,
  pairs: Pairs,
  rules: ParamRules,
): Pairs {
  if (pairs.some(([name, value]) => TARGETS.includes(name) && value === target)) return pairs;
  return [[targetParameter(params, target, rules), target], ...pairs];
}

/** Returns the path and query of a call's report; null for a call without a target. */
export function reportHref(
  { tool, params }: Pick<Contract, "tool" | "params">,
  pairs: Pairs,
  rules: ParamRules = NO_RULES,
): string | null {
  const target = pairs.find(([name]) => TARGETS.includes(name) && Object.hasOwn(params, name));
  if (target === undefined) return null;
  const [name, value] = target;
  const known = targetParameter(params, value, rules) === name;
  const rest = known ? pairs.filter((pair) => pair !== target) : pairs;
  // A colon is allowed in a path (RFC 3986 3.3). It is not encoded, so that addresses stay readable.
  const path = `/${tool}/${encodeURIComponent(value).replaceAll("%3A", ":")}`;
  return rest.length === 0 ? path : `${path}?${queryText(rest)}`;
}

/** Returns the path and query of the report of a parsed call. Parameters with their default value are left out. */
export function reportOf(
  contract: Pick<Contract, "tool" | "params">,
  input: InputOf<ParamSpecs>,
): string | null {
  const given: [string, string][] = [];
  for (const name in input) {
    const value = input[name];
    const fallback = contract.params[name]?.fallback?.value ?? null;
    if (value !== null && String(value) !== String(fallback)) given.push([name, String(value)]);
  }
  return reportHref(contract, given);
}

/** Returns the path and query of a call. */
export function callHref(tool: ToolName, pairs: Pairs): string {
  return pairs.length === 0 ? toolPath(tool) : `${toolPath(tool)}?${queryText(pairs)}`;
}

function queryText(pairs: Pairs): string {
  return pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
}
