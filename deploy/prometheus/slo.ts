import type { ToolName } from "@dnstools/core/tool/contract";

/**
 * Service level objectives: the share of calls that succeed, and the share of runs of quick tools that take at most
 * QUICK_S.
 */
export const OBJECTIVE = { availability: 0.999, latency: 0.95 } as const;
/** Latency objective of quick tools, in seconds. It must be a bucket boundary of the histogram. */
export const QUICK_S = 1;
/** Period of the objectives, in the form that the dashboards use. */
export const PERIOD = "30d";

/** True for quick tools, which send few queries to the target. The other tools wait for the slowest of many servers. */
const QUICK: Readonly<Record<ToolName, boolean>> = {
  dns: true,
  reverse: true,
  whois: true,
  ssl: true,
  dnsbl: false,
  mail: false,
  propagation: false,
  scout: false,
};
const QUICK_TOOLS = Object.keys(QUICK).filter((tool) => QUICK[tool as ToolName]);

/**
 * Burn rates of the error budget at which an alert fires, each over a long and a short window (Google's SRE workbook,
 * chapter 5).
 */
export const BURNS = [
  { factor: 14.4, long: "1h", short: "5m", for: "2m", severity: "page" },
  { factor: 6, long: "6h", short: "30m", for: "15m", severity: "page" },
  { factor: 3, long: "1d", short: "2h", for: "1h", severity: "ticket" },
  { factor: 1, long: "3d", short: "6h", for: "3h", severity: "ticket" },
] as const;
export const WINDOWS = ["5m", "30m", "1h", "2h", "6h", "1d", "3d"] as const;

/**
 * Minimum number of calls per second, over the long window, for a burn alert to fire: a share of fewer calls is
 * meaningless.
 */
export const LEAST_RATE = 0.05;

/** PromQL selectors of all requests and of the failed requests, as counted by one component. */
type Counted = { readonly all: string; readonly failed: string };

/**
 * Calls as counted at the edge. This count is used while requests come through an edge, because it includes calls that
 * no gateway answered. 4xx responses are excluded (errors of the caller; with 499 the caller disconnected), and floods
 * are not calls. A fault of the target counts as a success.
 */
export const AT_EDGE: Counted = {
  all: 'dnstools_edge_requests_total{call="yes",code=~"[235].."}',
  failed: 'dnstools_edge_requests_total{call="yes",code=~"5.."}',
};
/**
 * Calls as counted by the tools; each call is counted once, where it ended. This count is used without an edge. A
 * fault of the target counts as a success.
 */
export const AT_TOOLS: Counted = {
  all: 'dnstools_tool_requests_total{outcome!~"invalid_input|cancelled"}',
  failed: 'dnstools_tool_requests_total{outcome=~"upstream_error|timeout|refused|internal_error"}',
};

export const QUICK_RUNS = `tool=~"${QUICK_TOOLS.join("|")}"`;
