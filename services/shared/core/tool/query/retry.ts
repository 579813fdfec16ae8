import type { Contract } from "../contract.ts";
import type { InputOf, ParamRules, ParamSpecs } from "../params.ts";
import { callHref } from "../report-path.ts";
import { SHAPE_PARAMS } from "../shape.ts";
import { isDenied, targetsOf } from "../target.ts";
import { parseQuery, type QueryError, type QuerySpec } from "./parse-query.ts";

/** A call as the server received it. */
export type SentCall = {
  readonly contract: Contract;
  /** Decoded names and values of the query parameters. */
  readonly pairs: readonly (readonly [string, string])[];
};

/**
 * Maximum number of correction rounds for one call. The name of a parameter, its value, and the content of the value
 * may each need a correction.
 */
const ROUNDS = 4;
/** Maximum length of a suggested call, in characters. */
const LENGTH_MAX = 6000;
/** Matches the prefix of this API's keys. */
const KEY = /dnst_/i;

/**
 * Returns the call that the caller most likely meant, as path and query; null if this is not known. A call is
 * suggested only if all its parameters can be parsed, and it never contains an API key.
 * @param errors the errors of the refused call, from parseQuery.
 * @param contracts the tools that the suggested call may use.
 */
export function retryOf(
  sent: SentCall,
  errors: readonly QueryError[],
  contracts: readonly Contract[],
  rules: ParamRules,
): string | null {
  let call = corrected(sent, errors, contracts);
  for (let round = 1; call !== null && round < ROUNDS; round++) {
    const parsed = parseQuery(specOf(call.contract), call.pairs, rules);
    if (parsed.ok) return offered(call, parsed.input, rules);
    call = corrected(call, parsed.errors, contracts);
  }
  return null;
}

/**
 * Returns the call that the caller most likely meant. Unlike in `retryOf`, the parameters of the call may be valid,
 * for example if only its path is wrong.
 */
export function callMeant(sent: SentCall, contracts: readonly Contract[], rules: ParamRules): string | null {
  const parsed = parseQuery(specOf(sent.contract), sent.pairs, rules);
  return parsed.ok ? offered(sent, parsed.input, rules) : retryOf(sent, parsed.errors, contracts, rules);
}

/** Specifications by contract. They are cached because every call needs one. */
const SPECS = new WeakMap<Contract, QuerySpec<ParamSpecs>>();

/** Returns what a call of a tool may contain, including the parameters that all tools have. */
export function specOf(contract: Contract): QuerySpec<ParamSpecs> {
  const known = SPECS.get(contract);
  if (known !== undefined) return known;
  // The contract's other fields are kept, because they specify which parameters cannot be combined.
  const spec = { ...contract, params: { ...contract.params, ...SHAPE_PARAMS } };
  SPECS.set(contract, spec);
  return spec;
}

/** Returns a call as path and query; null if it must not be suggested. */
function offered(call: SentCall, input: InputOf<ParamSpecs>, { deny }: ParamRules): string | null {
  return targetsOf(input).some((target) => isDenied(deny, target)) ? null : textOf(call);
}

/**
 * Returns the call with the corrections that its errors contain; null if no error has a correction for a parameter
 * that was sent.
 */
function corrected(
  call: SentCall,
  errors: readonly QueryError[],
  contracts: readonly Contract[],
): SentCall | null {
  let { contract } = call;
  const pairs: (readonly [string, string] | null)[] = [...call.pairs];
  const known = errors.filter(({ at, instead }) => at !== null && instead !== undefined);
  if (known.length === 0) return null;
  for (const { at, instead } of known) {
    const pair = at === null ? null : (call.pairs[at] ?? null);
    if (at === null || instead === undefined || pair === null) continue;
    const { value, parameter = pair[0], tool } = instead;
    pairs[at] = value === null ? null : [parameter, value];
    // If this tool has the parameter that accepts the value, no other tool is needed.
    const takes = parameter !== pair[0] && Object.hasOwn(contract.params, parameter);
    if (tool === undefined || takes) continue;
    const other = contracts.find((one) => one.tool === tool);
    if (other === undefined) return null;
    contract = other;
  }
  const left = pairs.filter((pair) => pair !== null);
  // Parameters of the call that the suggested tool does not have are dropped.
  const moved = contract !== call.contract;
  const has = (name: string) => Object.hasOwn(contract.params, name) || Object.hasOwn(SHAPE_PARAMS, name);
  return { contract, pairs: moved ? left.filter(([name]) => has(name)) : left };
}

function textOf({ contract, pairs }: SentCall): string | null {
  const text = callHref(contract.tool, pairs);
  return text.length > LENGTH_MAX || pairs.some(([, value]) => KEY.test(value)) ? null : text;
}
