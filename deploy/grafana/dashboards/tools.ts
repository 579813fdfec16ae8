import { own, quantile, query, rate, share } from "../queries.ts";
import { type DashboardSpec, NAMESPACE } from "../spec.ts";

const TOOL = 'tool=~"$tool"';
const RUNS = "dnstools_tool_requests_total";
const TIME = "dnstools_tool_duration_seconds";
const BAD = `${TOOL},outcome=~"upstream_error|timeout|refused|internal_error"`;
const COUNTED = `${TOOL},outcome!~"invalid_input|cancelled"`;

export const TOOLS: DashboardSpec = {
  uid: "dnstools-tools",
  title: "dnstools / Tools",
  description: "Calls, outcomes and durations of each tool.",
  variables: [NAMESPACE, { name: "tool", label: "Tool", values: `label_values(${own(RUNS)}, tool)` }],
  rows: [
    {
      title: "Now",
      panels: [
        {
          kind: "stat",
          title: "Failed calls",
          description:
            "Share of calls that failed on our side. Invalid and cancelled calls do not count. The objective is at most 0.1 %.",
          unit: "percentunit",
          queries: [query(share(RUNS, BAD, "", COUNTED))],
          width: 6,
          steps: [
            [null, "green"],
            [0.001, "yellow"],
            [0.01, "red"],
          ],
        },
        {
          kind: "stat",
          title: "Internal errors, last hour",
          description:
            "Calls that failed because of a bug. The log has an error line with the request id for each.",
          unit: "short",
          queries: [query(`sum(increase(${own(RUNS, `${TOOL},outcome="internal_error"`)}[1h]))`)],
          width: 6,
          steps: [
            [null, "green"],
            [0.5, "red"],
          ],
        },
        {
          kind: "stat",
          title: "Invalid calls",
          description:
            "Share of calls with invalid parameters (400). A high share may mean a broken client or misleading documentation.",
          unit: "percentunit",
          queries: [query(share(RUNS, `${TOOL},outcome="invalid_input"`, "", TOOL))],
          width: 6,
        },
        {
          kind: "stat",
          title: "Cancelled calls",
          description: "Share of calls whose caller disconnected before the response.",
          unit: "percentunit",
          queries: [query(share(RUNS, `${TOOL},outcome="cancelled"`, "", TOOL))],
          width: 6,
          steps: [
            [null, "green"],
            [0.05, "yellow"],
          ],
        },
      ],
    },
    {
      title: "Calls",
      panels: [
        {
          kind: "time",
          title: "Calls by tool",
          description: "Calls per second.",
          unit: "reqps",
          queries: [query(rate(RUNS, "tool", TOOL), "{{tool}}")],
          width: 12,
          stacked: true,
        },
        {
          kind: "time",
          title: "Calls by outcome",
          description: "Calls per second. ok and target_error (the name does not exist) are successes.",
          unit: "reqps",
          queries: [query(rate(RUNS, "outcome", TOOL), "{{outcome}}")],
          width: 12,
          stacked: true,
        },
        {
          kind: "time",
          title: "Share of failed calls by tool",
          description: "Share of each tool's calls that failed on our side.",
          unit: "percentunit",
          queries: [query(share(RUNS, BAD, "tool", COUNTED), "{{tool}}")],
          width: 12,
          steps: [
            [null, "green"],
            [0.01, "red"],
          ],
        },
        {
          kind: "time",
          title: "Failures by tool and kind",
          description:
            "Failed calls per second. timeout of one tool: check the servers that it queries. upstream_error of all tools: check our resolvers.",
          unit: "reqps",
          queries: [query(rate(RUNS, "tool, outcome", BAD), "{{tool}} {{outcome}}")],
          width: 12,
        },
      ],
    },
    {
      title: "Time",
      panels: [
        {
          kind: "time",
          title: "Duration by tool, median",
          description: "Time within which half of a tool's runs end.",
          unit: "s",
          queries: [query(quantile(0.5, TIME, "tool", TOOL), "{{tool}}")],
          width: 12,
        },
        {
          kind: "time",
          title: "Duration by tool, p95",
          description:
            "Time within which 95 % of a tool's runs end. A tool that always reaches its deadline waits for a server that does not respond.",
          unit: "s",
          queries: [query(quantile(0.95, TIME, "tool", TOOL), "{{tool}}")],
          width: 12,
        },
        {
          kind: "heat",
          title: "Distribution of durations",
          description:
            "Number of runs by duration. Two bands usually mean two kinds of targets. A rising band points to a problem on our side.",
          unit: "s",
          queries: [
            query(`sum by (le) (increase(${own(`${TIME}_bucket`, TOOL)}[$__rate_interval]))`, "{{le}}"),
          ],
          width: 24,
        },
      ],
    },
    {
      title: "Caches",
      panels: [
        {
          kind: "time",
          title: "Cache lookups",
          description:
            "Lookups per second. hit: cached. coalesced: joined a run in progress. miss: started a run. negative: a key known to be invalid. stale: an old key entry, while the database is down.",
          unit: "ops",
          queries: [query(rate("dnstools_cache_requests_total", "cache, result"), "{{cache}} {{result}}")],
          width: 12,
        },
        {
          kind: "time",
          title: "Cache entries",
          description: "Number of entries in each cache.",
          unit: "short",
          queries: [query(`sum by (cache) (${own("dnstools_cache_entries")})`, "{{cache}}")],
          width: 6,
        },
        {
          kind: "time",
          title: "Cache evictions",
          description:
            "Entries per second that a full cache removed before they expired. A high rate means that the cache is too small.",
          unit: "ops",
          queries: [query(rate("dnstools_cache_evictions_total", "cache"), "{{cache}}")],
          width: 6,
        },
      ],
    },
  ],
};
