import type { ToolName } from "@dnstools/core/tool/contract";

/** What we promise callers: so much of all calls is answered, and so much of those of quick tools within a second. */
export const OBJECTIVE = { availability: 0.999, latency: 0.95 } as const;
/** Seconds within which a quick tool answers. One of the bounds of its histogram. */
export const QUICK_S = 1;
/** Days over which the promise is kept, as the dashboard shows it. */
export const PERIOD = "30d";

/** Whether a tool's time is mostly its target's: the others wait for the slowest of many. */
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

/** How fast the budget burns, over a long and a short time, until it concerns somebody (Google's SRE workbook, chapter 5). */
export const BURNS = [
  { factor: 14.4, long: "1h", short: "5m", for: "2m", severity: "page" },
  { factor: 6, long: "6h", short: "30m", for: "15m", severity: "page" },
  { factor: 3, long: "1d", short: "2h", for: "1h", severity: "ticket" },
  { factor: 1, long: "3d", short: "6h", for: "3h", severity: "ticket" },
] as const;
export const WINDOWS = ["5m", "30m", "1h", "2h", "6h", "1d", "3d"] as const;

/** Calls a second, over the long time, below which a share says nothing. */
export const LEAST_RATE = 0.05;

/** Requests and failures of one place where calls are counted. */
type Counted = { readonly all: string; readonly failed: string };

/**
 * Where calls are counted. At the edge, while requests come through one: what callers got, also where no gateway answered. A caller's
 * own mistakes (4xx, 499: it went away) do not count, and a flood is no call. Without an edge, where a tool's calls end: each once, so that
 * one that found no service counts too. What is wrong with a target is a good answer in both.
 */
export const AT_EDGE: Counted = {
  all: 'dnstools_edge_requests_total{call="yes",code=~"[235].."}',
  failed: 'dnstools_edge_requests_total{call="yes",code=~"5.."}',
};
export const AT_TOOLS: Counted = {
  all: 'dnstools_tool_requests_total{outcome!~"invalid_input|cancelled"}',
  failed: 'dnstools_tool_requests_total{outcome=~"upstream_error|timeout|refused|internal_error"}',
};

export const QUICK_RUNS = `tool=~"${QUICK_TOOLS.join("|")}"`;
