import type { Contract } from "../contract.ts";
import type { InputOf, ParamRules, ParamSpecs } from "../params.ts";
import { callHref } from "../report-path.ts";
import { SHAPE_PARAMS } from "../shape.ts";
import { isDenied, targetsOf } from "../target.ts";
import { parseQuery, type QueryError, type QuerySpec } from "./parse-query.ts";

/** A call as it was sent. */
export type SentCall = {
  readonly contract: Contract;
  /** Names and values, decoded. */
  readonly pairs: readonly (readonly [string, string])[];
};

/** Corrections of one call: a parameter's name, its value, and what is in the value. */
const ROUNDS = 4;
/** Characters of a call that is offered. */
const LENGTH_MAX = 6000;
/** What keys of this API begin with. */
const KEY = /dnst_/i;

/**
 * The call that a caller most likely meant, as path and query; null where it is not known. It is offered only where it will be taken:
 * all parameters are read again. It never holds a key.
 * @param errors what the call was refused for, as parseQuery gives it.
 * @param contracts the tools that a call may be sent to instead.
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

/** The same of a call that may be good, as one whose path was wrong. */
export function callMeant(sent: SentCall, contracts: readonly Contract[], rules: ParamRules): string | null {
  const parsed = parseQuery(specOf(sent.contract), sent.pairs, rules);
  return parsed.ok ? offered(sent, parsed.input, rules) : retryOf(sent, parsed.errors, contracts, rules);
}

/** Each call needs it: made once. */
const SPECS = new WeakMap<Contract, QuerySpec<ParamSpecs>>();

/** What a tool's call may hold, with the parameters that all tools have. */
export function specOf(contract: Contract): QuerySpec<ParamSpecs> {
  const known = SPECS.get(contract);
  if (known !== undefined) return known;
  // With what is the contract's own besides: which parameters exclude each other.
  const spec = { ...contract, params: { ...contract.params, ...SHAPE_PARAMS } };
  SPECS.set(contract, spec);
  return spec;
}

/** A call's text; null for one that is not to be offered. */
function offered(call: SentCall, input: InputOf<ParamSpecs>, { deny }: ParamRules): string | null {
  return targetsOf(input).some((target) => isDenied(deny, target)) ? null : textOf(call);
}

/** A call with what its errors say to send instead; null where they say nothing of a parameter that was sent. */
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
    // The tool itself may have the parameter that takes the value.
    const takes = parameter !== pair[0] && Object.hasOwn(contract.params, parameter);
    if (tool === undefined || takes) continue;
    const other = contracts.find((one) => one.tool === tool);
    if (other === undefined) return null;
    contract = other;
  }
  const left = pairs.filter((pair) => pair !== null);
  // Another tool has no use for what only the first one knows.
  const moved = contract !== call.contract;
  const has = (name: string) => Object.hasOwn(contract.params, name) || Object.hasOwn(SHAPE_PARAMS, name);
  return { contract, pairs: moved ? left.filter(([name]) => has(name)) : left };
}

function textOf({ contract, pairs }: SentCall): string | null {
  const text = callHref(contract.tool, pairs);
  return text.length > LENGTH_MAX || pairs.some(([, value]) => KEY.test(value)) ? null : text;
}
