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
  description: "Each tool: how often it is called, how it ends, how long it takes.",
  variables: [NAMESPACE, { name: "tool", label: "Tool", values: `label_values(${own(RUNS)}, tool)` }],
  rows: [
    {
      title: "Now",
      panels: [
        {
          kind: "stat",
          title: "Failed",
          description:
            "Of calls that count: neither wrongly asked nor given up by the caller. 0.1 % is promised.",
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
          title: "Bugs, last hour",
          description:
            "Calls that ended in a mistake of ours. Each is in the log as an error with its request id.",
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
          title: "Wrongly asked",
          description:
            "Calls with parameters that are invalid (400). Many may mean a client that is broken, or our documents.",
          unit: "percentunit",
          queries: [query(share(RUNS, `${TOOL},outcome="invalid_input"`, "", TOOL))],
          width: 6,
        },
        {
          kind: "stat",
          title: "Given up",
          description: "Calls whose caller went away before the answer.",
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
          description: "In a second.",
          unit: "reqps",
          queries: [query(rate(RUNS, "tool", TOOL), "{{tool}}")],
          width: 12,
          stacked: true,
        },
        {
          kind: "time",
          title: "Calls by outcome",
          description: "ok and target_error (the name does not exist) are good answers.",
          unit: "reqps",
          queries: [query(rate(RUNS, "outcome", TOOL), "{{outcome}}")],
          width: 12,
          stacked: true,
        },
        {
          kind: "time",
          title: "Failed by tool",
          description: "The part of calls that failed on our side.",
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
            "In a second. timeout of one tool alone: look at whom it asks. upstream_error of all: our resolvers.",
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
          title: "Half of the runs take at most",
          description: "p50 by tool.",
          unit: "s",
          queries: [query(quantile(0.5, TIME, "tool", TOOL), "{{tool}}")],
          width: 12,
        },
        {
          kind: "time",
          title: "19 of 20 runs take at most",
          description:
            "p95 by tool. A tool that always comes to its deadline waits for somebody who is silent.",
          unit: "s",
          queries: [query(quantile(0.95, TIME, "tool", TOOL), "{{tool}}")],
          width: 12,
        },
        {
          kind: "heat",
          title: "Runs by time",
          description:
            "How many runs took how long: two bands are two kinds of targets, and one that rises is ours.",
          unit: "s",
          queries: [
            query(`sum by (le) (increase(${own(`${TIME}_bucket`, TOOL)}[$__rate_interval]))`, "{{le}}"),
          ],
          width: 24,
        },
      ],
    },
    {
      title: "Answers that are given again",
      panels: [
        {
          kind: "time",
          title: "Asked of caches",
          description:
            "hit: kept; coalesced: joined a run for the same question; miss: one was begun; negative: a key known to be none.",
          unit: "ops",
          queries: [query(rate("dnstools_cache_requests_total", "cache, result"), "{{cache}} {{result}}")],
          width: 12,
        },
        {
          kind: "time",
          title: "In caches",
          description: "What each holds.",
          unit: "short",
          queries: [query(`sum by (cache) (${own("dnstools_cache_entries")})`, "{{cache}}")],
          width: 6,
        },
        {
          kind: "time",
          title: "Out of caches before their time",
          description: "Many: a cache is too small for what is asked.",
          unit: "ops",
          queries: [query(rate("dnstools_cache_evictions_total", "cache"), "{{cache}}")],
          width: 6,
        },
      ],
    },
  ],
};
