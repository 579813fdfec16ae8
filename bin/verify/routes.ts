import { TOOL_NAMES, type ToolName } from "@dnstools/core/tool/contract";
import { reportRoute } from "@dnstools/core/tool/report-path";
import { logPath } from "@dnstools/proxy/render/log-path";
import { routeName } from "@dnstools/server/http/http";
import { createMetrics } from "@dnstools/server/metrics/metrics";
import { bareGateway } from "./bare-gateway.ts";

/**
 * First path segments that must not become names of tools, although the gateway has no such routes: other listeners
 * and the edge use them.
 */
const TAKEN = [
  "livez",
  "readyz",
  "metrics",
  "nginx_status",
  "__edge",
  "__edge-limits",
  "assets",
  "mcp",
  "v1",
];

/**
 * Compares the gateway's routes with the names of the tools, and with the paths that the edge's log knows.
 * @returns the problems.
 */
export async function checkRoutes(): Promise<readonly string[]> {
  const gateway = bareGateway(createMetrics({ version: "0", revision: "r", target: "gateway" }));
  const routes = gateway.routes.filter(({ method }) => method === "GET").map(({ path }) => path);
  await gateway.close();
  return compareRoutes(routes, TOOL_NAMES);
}

/**
 * Compares routes with the names of tools and with the names in the edge's log.
 * @param routes path patterns of the router
 * @returns the problems
 */
export function compareRoutes(routes: readonly string[], tools: readonly ToolName[]): readonly string[] {
  const reports = tools.map(reportRoute);
  const others = routes.filter((path) => !reports.includes(path)).map((path) => path.split("/")[1] ?? "");
  const taken = new Set([...TAKEN, ...others]);
  return [
    ...reports.filter((path) => !routes.includes(path)).map((path) => `gateway: there is no route ${path}`),
    ...tools
      .filter((tool) => taken.has(tool))
      .map((tool) => `gateway: the path /${tool} is taken: no tool can have its name`),
    ...routes
      .filter((path) => logPath(path.replace(/:\w+/g, "x")) === "unmatched")
      .map((path) => `proxy/render/log-path.ts: has no name for ${routeName(path)}`),
  ];
}
