import { own, quantile, quantiles, query, rate, share } from "../queries.ts";
import { type DashboardSpec, NAMESPACE } from "../spec.ts";

const DECISIONS = "dnstools_ratelimit_decisions_total";
const AUTH = "dnstools_auth_attempts_total";

export const LIMITS: DashboardSpec = {
  uid: "dnstools-limits",
  title: "dnstools / Limits and abuse",
  description: "Who is turned away and why, keys, and the stores that this hangs on.",
  variables: [NAMESPACE],
  rows: [
    {
      title: "Now",
      panels: [
        {
          kind: "stat",
          title: "Limits are",
          description: "own: Redis is not reached, and each gateway grants its part by itself.",
          unit: "none",
          queries: [query(`max(${own("dnstools_ratelimit_degraded")})`)],
          width: 6,
          words: { 0: ["exact", "green"], 1: ["own", "red"] },
          steps: [
            [null, "green"],
            [1, "red"],
          ],
        },
        {
          kind: "stat",
          title: "Denied",
          description: "The part of decisions that came to 429.",
          unit: "percentunit",
          queries: [query(share(DECISIONS, 'outcome="denied"'))],
          width: 6,
          steps: [
            [null, "green"],
            [0.5, "orange"],
          ],
        },
        {
          kind: "stat",
          title: "Wrong keys",
          description: "Requests with a key that is none of ours or no key at all, in a second.",
          unit: "reqps",
          queries: [query(`sum(rate(${own(AUTH, 'result=~"unknown|malformed"')}[$__rate_interval]))`)],
          width: 6,
          steps: [
            [null, "green"],
            [5, "orange"],
          ],
        },
        {
          kind: "stat",
          title: "Refused by the egress guard",
          description:
            "Connections to addresses of our own side, in a second. Some domains have private addresses.",
          unit: "reqps",
          queries: [query(`sum(rate(${own("dnstools_egress_refusals_total")}[$__rate_interval]))`)],
          width: 6,
          steps: [
            [null, "green"],
            [1, "orange"],
          ],
        },
      ],
    },
    {
      title: "Limits",
      panels: [
        {
          kind: "time",
          title: "Units",
          description: "Granted and denied, of callers with a key and without, in a second.",
          unit: "ops",
          queries: [query(rate("dnstools_ratelimit_units_total", "plan, decision"), "{{plan}} {{decision}}")],
          width: 12,
        },
        {
          kind: "time",
          title: "Decisions by who made them",
          description: "fallback: this gateway alone, while Redis was away.",
          unit: "ops",
          queries: [query(rate(DECISIONS, "store, outcome"), "{{store}} {{outcome}}")],
          width: 12,
        },
        {
          kind: "time",
          title: "Time of Redis",
          description: "For one decision. After REDIS_DEADLINE_MS it is not waited for.",
          unit: "s",
          queries: quantiles("dnstools_ratelimit_store_duration_seconds"),
          width: 12,
        },
        {
          kind: "time",
          title: "Errors of Redis",
          description: "Questions without an answer, by reason.",
          unit: "ops",
          queries: [query(rate("dnstools_ratelimit_store_errors_total", "reason"), "{{reason}}")],
          width: 12,
        },
      ],
    },
    {
      title: "Keys",
      panels: [
        {
          kind: "time",
          title: "Requests by their key",
          description: "unavailable: the key could not be looked up, and was answered 503.",
          unit: "reqps",
          queries: [query(rate(AUTH, "result"), "{{result}}")],
          width: 12,
          stacked: true,
        },
        {
          kind: "time",
          title: "Time of the database, p95",
          description: "By what was asked; lookup is waited for by a caller, refresh and touch by nobody.",
          unit: "s",
          queries: [
            query(quantile(0.95, "dnstools_db_query_duration_seconds", "operation"), "{{operation}}"),
          ],
          width: 6,
        },
        {
          kind: "time",
          title: "Errors of the database",
          description: "Questions that failed, and those under way.",
          unit: "short",
          queries: [
            query(rate("dnstools_db_errors_total", "operation"), "{{operation}} a second"),
            query(`sum(${own("dnstools_db_pool_in_use")})`, "under way"),
          ],
          width: 6,
        },
      ],
    },
    {
      title: "Who tries what",
      panels: [
        {
          kind: "time",
          title: "Refused by the egress guard, by reason",
          description: "metadata, loopback, link_local, own_network: somebody looks for what is inside.",
          unit: "reqps",
          queries: [query(rate("dnstools_egress_refusals_total", "reason"), "{{reason}}")],
          width: 12,
        },
        {
          kind: "time",
          title: "Refused by the edge",
          description:
            "429: a flood; 413, 414, 431: too large; 400, 421: nonsense. None of these comes to a gateway.",
          unit: "reqps",
          queries: [
            query(rate("dnstools_edge_requests_total", "code", 'origin="edge",code=~"4.."'), "{{code}}"),
          ],
          width: 12,
          more: "dnstools-edge",
        },
      ],
    },
  ],
};
