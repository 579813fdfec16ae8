import { own, quantile, quantiles, query, rate, share } from "../queries.ts";
import { type DashboardSpec, NAMESPACE } from "../spec.ts";

const DECISIONS = "dnstools_ratelimit_decisions_total";
const AUTH = "dnstools_auth_attempts_total";

export const LIMITS: DashboardSpec = {
  uid: "dnstools-limits",
  title: "dnstools / Limits and abuse",
  description: "Refused requests with their reasons, API keys, and the stores of limits and keys.",
  variables: [NAMESPACE],
  rows: [
    {
      title: "Now",
      panels: [
        {
          kind: "stat",
          title: "Rate limit",
          description:
            "exact: the configured limit applies. per gateway: Redis cannot be reached, and each gateway grants its share.",
          unit: "none",
          queries: [query(`max(${own("dnstools_ratelimit_degraded")})`)],
          width: 6,
          words: { 0: ["exact", "green"], 1: ["per gateway", "red"] },
          steps: [
            [null, "green"],
            [1, "red"],
          ],
        },
        {
          kind: "stat",
          title: "Denied requests",
          description: "Share of rate limit decisions that end in 429.",
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
          title: "Invalid keys",
          description: "Requests per second with an unknown or malformed key.",
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
            "Refused connections per second to addresses that are not public. Some domains publish private addresses.",
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
          description: "Units per second that are granted and denied, for callers with and without a key.",
          unit: "ops",
          queries: [query(rate("dnstools_ratelimit_units_total", "plan, decision"), "{{plan}} {{decision}}")],
          width: 12,
        },
        {
          kind: "time",
          title: "Decisions by store",
          description:
            "Decisions per second. fallback: a gateway decided alone because Redis could not be reached.",
          unit: "ops",
          queries: [query(rate(DECISIONS, "store, outcome"), "{{store}} {{outcome}}")],
          width: 12,
        },
        {
          kind: "time",
          title: "Response time of Redis",
          description: "Time of one decision. The timeout is REDIS_DEADLINE_MS.",
          unit: "s",
          queries: quantiles("dnstools_ratelimit_store_duration_seconds"),
          width: 12,
        },
        {
          kind: "time",
          title: "Redis errors",
          description: "Failed Redis queries per second, by reason.",
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
          title: "Requests by key status",
          description:
            "Requests per second. unavailable: the key could not be looked up, and the caller got 503.",
          unit: "reqps",
          queries: [query(rate(AUTH, "result"), "{{result}}")],
          width: 12,
          stacked: true,
        },
        {
          kind: "time",
          title: "Database query time, p95",
          description: "By operation. Callers wait for lookup; refresh and touch run in the background.",
          unit: "s",
          queries: [
            query(quantile(0.95, "dnstools_db_query_duration_seconds", "operation"), "{{operation}}"),
          ],
          width: 6,
        },
        {
          kind: "time",
          title: "Database errors",
          description: "Failed queries per second, and queries in progress.",
          unit: "short",
          queries: [
            query(rate("dnstools_db_errors_total", "operation"), "{{operation}} per second"),
            query(`sum(${own("dnstools_db_pool_in_use")})`, "in progress"),
          ],
          width: 6,
        },
      ],
    },
    {
      title: "Abuse",
      panels: [
        {
          kind: "time",
          title: "Refused by the egress guard, by reason",
          description:
            "Refused connections per second. metadata, loopback, link_local and own_network: a caller may be probing our internal network.",
          unit: "reqps",
          queries: [query(rate("dnstools_egress_refusals_total", "reason"), "{{reason}}")],
          width: 12,
        },
        {
          kind: "time",
          title: "Refused by the edge",
          description:
            "Requests per second that do not reach a gateway. 429: flood. 413, 414, 431: too large. 400, 421: invalid request.",
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
