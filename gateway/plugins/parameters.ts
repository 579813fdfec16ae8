import { type Contract, toolPath } from "@dnstools/core/tool/contract";
import type { ParamRules } from "@dnstools/core/tool/params";
import { reportRoute } from "@dnstools/core/tool/report-path";
import { searchOf } from "@dnstools/server/http/http";
import { pairsOf } from "@dnstools/server/http/query-pairs";
import type { Metrics } from "@dnstools/server/metrics/metrics";
import { readCall } from "@dnstools/server/run/read-input";
import { Elysia, status } from "elysia";
import { readReport } from "../report/read-report.ts";
import { typeOf } from "../report/report-body.ts";
import { pageHeaders, reportHeaders } from "../report/report-headers.ts";
import { requestState, type ToolRequest } from "./request-state.ts";

/** A route of a tool: its API route or its report route. */
type Route = Pick<ToolRequest, "contract" | "count"> & { readonly report: boolean };

/**
 * Parses the parameters of tool calls and reports; `asked` is null for other requests. This project has its own parser
 * instead of TypeBox schemas on the routes, because the parser detects repeated parameters, suggests similar names and
 * supports IDNA. A HEAD request for a report ends in this plugin: the response has the headers that are known without
 * a run, and costs nothing.
 * @throws Fault invalid_parameter, target_denied
 */
export function parameters(contracts: readonly Contract[], rules: ParamRules, metrics: Metrics) {
  const tools = new Map<string, Route>();
  for (const contract of contracts) {
    const tool = { contract, count: metrics.tool(contract.tool) };
    tools.set(toolPath(contract.tool), { ...tool, report: false });
    tools.set(reportRoute(contract.tool), { ...tool, report: true });
  }
  return new Elysia({ name: "parameters" })
    .use(requestState)
    .resolve({ as: "scoped" }, ({ route, request, set }) => {
      const tool = tools.get(route);
      if (tool === undefined) return { asked: null };
      const asked = { contract: tool.contract, count: tool.count, ...read(tool, request) };
      if (asked.form === null || request.method !== "HEAD") return { asked };
      const headers = set.headers as Record<string, string>;
      // The length of the response to a GET request is unknown here (RFC 9110 8.6). With Transfer-Encoding, Bun sends
      // no Content-Length.
      Object.assign(headers, reportHeaders(headers), { "transfer-encoding": "chunked" });
      headers["content-type"] = typeOf(asked.form);
      if (asked.form === "html") Object.assign(headers, pageHeaders("no-store"));
      return status(200, "");
    });

  function read(
    { contract, count, report }: Route,
    request: Request,
  ): Pick<ToolRequest, "input" | "shape" | "form" | "named"> {
    try {
      if (report) return readReport(contract, request, { contracts, rules });
      const call = readCall(contract, pairsOf(searchOf(request.url)), rules, contracts);
      return { ...call, form: null, named: false };
    } catch (error) {
      count.ended("invalid_input");
      throw error;
    }
  }
}
