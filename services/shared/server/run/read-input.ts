import type { Contract } from "@dnstools/core/tool/contract";
import { Fault, type ParameterError } from "@dnstools/core/tool/fault";
import type { ParamRules, ParamSpecs } from "@dnstools/core/tool/params";
import { parseQuery, type QueryError, type QuerySpec } from "@dnstools/core/tool/query/parse-query";
import { retryOf, specOf } from "@dnstools/core/tool/query/retry";
import type { Shape } from "@dnstools/core/tool/shape";
import { isDenied, targetsOf } from "@dnstools/core/tool/target";
import type { Input } from "../client/call.ts";

/** The input of a call, and the parts of the answer to omit. */
export type Asked = { readonly input: Input; readonly shape: Shape };

/**
 * Reads a call's parameters, including those common to all tools.
 * @param contracts tools that a refusal may suggest instead; default: none.
 * @throws Fault invalid_parameter, target_denied
 */
export function readCall(
  contract: Contract,
  pairs: Pairs,
  rules: ParamRules,
  contracts: readonly Contract[] = [],
): Asked {
  const read = readBy(specOf(contract), contract, pairs, rules, contracts) as Input & Shape;
  const { view, evidence, ...input } = read;
  return { input, shape: { view, evidence } };
}

type Pairs = Iterable<readonly [string, string]>;

/**
 * Reads a call's parameters according to the tool's contract and the operator's rules. Every process that receives a
 * call does this once: the gateway, a service in a separate process, and a service that calls another service.
 * @throws Fault invalid_parameter, target_denied
 */
export function readInput(contract: Contract, pairs: Pairs, rules: ParamRules): Input {
  return readBy(contract, contract, pairs, rules, []);
}

function readBy(
  spec: QuerySpec<ParamSpecs>,
  contract: Contract,
  pairs: Pairs,
  rules: ParamRules,
  contracts: readonly Contract[],
): Input {
  const parsed = parseQuery(spec, pairs, rules);
  if (!parsed.ok) {
    const { errors } = parsed;
    const [first] = errors;
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : "";
    const detail = `${first?.parameter}: ${first?.message}${more}`;
    const retry =
      contracts.length === 0 ? null : retryOf({ contract, pairs: [...pairs] }, errors, contracts, rules);
    const told = { detail, errors: errors.map(shown) };
    throw new Fault("invalid_parameter", retry === null ? told : { ...told, retry });
  }
  const denied = targetsOf(parsed.input).find((target) => isDenied(rules.deny, target));
  if (denied !== undefined) {
    throw new Fault("target_denied", {
      detail: `This API does not answer calls about ${denied}, at the request of its owner.`,
    });
  }
  return parsed.input;
}

/**
 * Returns the public form of an error. Includes a suggested value only if it is for the same parameter of the same
 * tool.
 */
function shown({ parameter, message, instead }: QueryError): ParameterError {
  const { value = null, parameter: other, tool } = instead ?? {};
  const elsewhere = other !== undefined || tool !== undefined;
  return value === null || elsewhere ? { parameter, message } : { parameter, message, suggestion: value };
}
