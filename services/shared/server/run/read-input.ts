import type { Contract } from "@dnstools/core/tool/contract";
import { Fault, type ParameterError } from "@dnstools/core/tool/fault";
import type { ParamRules, ParamSpecs } from "@dnstools/core/tool/params";
import { parseQuery, type QueryError, type QuerySpec } from "@dnstools/core/tool/query/parse-query";
import { retryOf, specOf } from "@dnstools/core/tool/query/retry";
import type { Shape } from "@dnstools/core/tool/shape";
import { isDenied, targetsOf } from "@dnstools/core/tool/target";
import type { Input } from "../client/call.ts";

/** What a call asks, and what its answer leaves out. */
export type Asked = { readonly input: Input; readonly shape: Shape };

/**
 * Reads a call's parameters, those that all tools have too.
 * @param contracts tools that a refusal may offer; none by default, where nobody reads the offer.
 * @throws Fault invalid_parameter, target_denied
 */
export function readCall(
  contract: Contract,
  pairs: Pairs,
  rules: ParamRules,
  contracts: readonly Contract[] = [],
): Asked {
  const { view, evidence, ...input } = readBy(specOf(contract), contract, pairs, rules, contracts) as Input &
    Shape;
  return { input, shape: { view, evidence } };
}

type Pairs = Iterable<readonly [string, string]>;

/**
 * Reads a call's parameters by its contract, and by the operator's rules. Once a process: at the gateway, at a service in a
 * process of its own, and where one service asks another.
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
      detail: `This API answers no calls about ${denied}, at the request of its owner.`,
    });
  }
  return parsed.input;
}

/** What a caller is told of an error: the value to send, where it is one for the same parameter of the same tool. */
function shown({ parameter, message, instead }: QueryError): ParameterError {
  const { value = null, parameter: other, tool } = instead ?? {};
  const elsewhere = other !== undefined || tool !== undefined;
  return value === null || elsewhere ? { parameter, message } : { parameter, message, suggestion: value };
}
