import type { Contract } from "@dnstools/core/tool/contract";
import { Fault } from "@dnstools/core/tool/fault";
import type { ParamRules } from "@dnstools/core/tool/params";
import type { Pairs } from "@dnstools/core/tool/report-path";
import { type Asked, readCall } from "@dnstools/server/run/read-input";
import { contractOf, TOOL_NAMES } from "../../tools.ts";

/**
 * Parses a call with the tool's contract.
 * @throws Fault with the call that the user probably meant, if known
 */
export async function readQuestion(contract: Contract, pairs: Pairs, rules: ParamRules): Promise<Asked> {
  try {
    return readCall(contract, pairs, rules);
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== "invalid_parameter") throw error;
    // The call is parsed again with all contracts, because the user may have meant a different tool.
    return readCall(contract, pairs, rules, await Promise.all(TOOL_NAMES.map(contractOf)));
  }
}
