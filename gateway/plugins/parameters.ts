import { type Contract, toolPath } from "@dnstools/core/tool/contract";
import type { ParamRules } from "@dnstools/core/tool/params";
import { searchOf } from "@dnstools/server/http/http";
import type { Metrics } from "@dnstools/server/metrics/metrics";
import { type Asked, readCall } from "@dnstools/server/run/read-input";
import { Elysia } from "elysia";
import { requestState, type ToolRequest } from "./request-state.ts";

/**
 * Reads the parameters of a request to a tool; `asked` is null for other requests. By a reader of this project and not by
 * TypeBox schemas on the routes: it sees repeated parameters, suggests near names, and reads names by IDNA.
 * @throws Fault invalid_parameter, target_denied
 */
export function parameters(contracts: readonly Contract[], rules: ParamRules, metrics: Metrics) {
  const tools = new Map(
    contracts.map((contract) => [toolPath(contract.tool), { contract, count: metrics.tool(contract.tool) }]),
  );
  return new Elysia({ name: "parameters" })
    .use(requestState)
    .resolve({ as: "scoped" }, ({ path, request }) => {
      const tool = tools.get(path);
      return { asked: tool === undefined ? null : { ...tool, ...read(tool, request) } };
    });

  function read({ contract, count }: Omit<ToolRequest, keyof Asked>, { url }: Request): Asked {
    try {
      return readCall(contract, new URLSearchParams(searchOf(url)), rules, contracts);
    } catch (error) {
      count.ended("invalid_input");
      throw error;
    }
  }
}
