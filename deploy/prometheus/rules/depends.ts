import { type Alert, type Group, promql } from "../rule.ts";
import { shareAbove } from "./ours.ts";

const registries = (protocol: "rdap" | "whois") =>
  promql(`
    label_replace(
      sum by (namespace, registry) (rate(dnstools_${protocol}_requests_total{outcome=~"refused|rate_limited"}[30m]))
      / (sum by (namespace, registry) (rate(dnstools_${protocol}_requests_total[30m])) > 0.002),
      "protocol", "${protocol}", "", ""
    ) > 0.5
  `);

/** PromQL regular expression of what many networks lack for good. Its loss is only reported on the day it is lost. */
const OFTEN_MISSING = "ipv6|tcp_25";

const RESOLVER_FAILS = shareAbove(
  'sum by (namespace) (rate(dnstools_dns_queries_total{upstream_class="recursor",outcome=~"timeout|servfail|refused|network_error"}[2m]))',
  'sum by (namespace) (rate(dnstools_dns_queries_total{upstream_class="recursor"}[2m]))',
  0.2,
  0.5,
);

/**
 * Returns the alert for failing resolvers. Even a healthy resolver returns SERVFAIL or times out for broken zones, and
 * a caller can query such zones repeatedly. Therefore the alert only pages if tools also report `upstream_error`,
 * which blames the resolver.
 */
const resolver = (
  severity: Alert["severity"],
  duration: Alert["for"],
  callers: "failing" | "served",
): Alert => ({
  alert: "DnstoolsResolverFailing",
  severity,
  for: duration,
  labels: { callers },
  expr:
    callers === "served"
      ? RESOLVER_FAILS
      : promql(`
          (
            ${RESOLVER_FAILS.replaceAll("\n", "\n            ")}
          )
          and
          sum by (namespace) (rate(dnstools_tool_requests_total{outcome="upstream_error"}[2m])) > 0
        `),
  summary: "Our own resolvers fail",
  description:
    "{{ $value | humanizePercentage }} of the queries to our own resolvers failed (timeout, SERVFAIL, refusal or network error).",
  dashboard: "dnstools-dns",
});

/**
 * Returns the alert for failing key lookups. Callers are still served while gateways remember the keys in use
 * (KEY_GRACE_S).
 */
const database = (severity: Alert["severity"], callers: "failing" | "served"): Alert => ({
  alert: "DnstoolsDatabaseErrors",
  severity,
  for: "5m",
  labels: { callers },
  expr:
    callers === "served"
      ? shareAbove(
          "sum by (namespace) (rate(dnstools_db_errors_total[2m]))",
          "sum by (namespace) (rate(dnstools_db_query_duration_seconds_count[2m]))",
          0.1,
          0,
        )
      : shareAbove(
          'sum by (namespace) (rate(dnstools_auth_attempts_total{result="unavailable"}[2m]))',
          'sum by (namespace) (rate(dnstools_auth_attempts_total{result!="anonymous"}[2m]))',
          0.01,
          0,
        ),
  summary: "The database of API keys fails",
  description:
    callers === "served"
      ? "{{ $value | humanizePercentage }} of database queries failed. Keys in use keep working for KEY_GRACE_S; other keys get 503."
      : "{{ $value | humanizePercentage }} of calls with a key get 503, because the key cannot be looked up.",
  dashboard: "dnstools-limits",
});

const HEALTHY = "max by (namespace, list, family) (dnstools_dnsbl_list_healthy)";

const DAY_S = 86_400;

/** Alerts about resolvers, stores and third parties that the tools depend on. */
const alerts: readonly Alert[] = [
  resolver("page", "5m", "failing"),
  resolver("ticket", "30m", "served"),
  {
    alert: "DnstoolsResolverUntrusted",
    severity: "ticket",
    for: "5m",
    expr: "min by (namespace, resolver) (dnstools_resolver_trusted) == 0",
    summary: "The resolver {{ $labels.resolver }} returns wrong answers",
    description:
      "The resolver denies existing names or returns records for made-up names, so it is not used. If no resolver is left, calls get 503.",
    dashboard: "dnstools-dns",
  },
  {
    alert: "DnstoolsRateLimitDegraded",
    severity: "ticket",
    for: "5m",
    expr: "max by (namespace) (dnstools_ratelimit_degraded) == 1",
    summary: "Each gateway applies its own rate limit: Redis cannot be reached",
    description:
      "Redis, which holds the rate limits, does not answer. Callers are served, but their limits are only approximate.",
    dashboard: "dnstools-limits",
  },
  database("page", "failing"),
  database("ticket", "served"),
  {
    alert: "DnstoolsRegistryRefusing",
    severity: "ticket",
    for: "30m",
    expr: `${registries("rdap")}\nor\n${registries("whois")}`,
    summary: "Registry {{ $labels.registry }} refuses our requests ({{ $labels.protocol }})",
    description:
      "{{ $value | humanizePercentage }} of requests were refused or rate limited. `whois` returns unknown for the registry's domains.",
    dashboard: "dnstools-third-parties",
  },
  {
    alert: "DnstoolsBlocklistsUnhealthy",
    severity: "ticket",
    for: "30m",
    // At least ten lists must be in use, and a fifth of them must fail: a few lists always fail, and a share of fewer
    // lists is meaningless.
    expr: promql(`
      count by (namespace) (${HEALTHY} == 0)
      / (count by (namespace) (${HEALTHY}) >= 10)
      > 0.2
    `),
    summary: "Many blocklists fail their own test points",
    description:
      "{{ $value | humanizePercentage }} of the blocklists are closed, broken or refuse our resolver. `dnsbl` reports them as unknown, never as clean.",
    dashboard: "dnstools-third-parties",
  },
  {
    alert: "DnstoolsBlocklistsRefuseUs",
    severity: "ticket",
    for: "30m",
    expr: shareAbove(
      'sum by (namespace) (rate(dnstools_dnsbl_queries_total{outcome=~"blocked_code|refused"}[30m]))',
      "sum by (namespace) (rate(dnstools_dnsbl_queries_total[30m]))",
      0.1,
      0.01,
    ),
    summary: "Blocklists refuse our resolver or our query volume",
    description:
      "{{ $value | humanizePercentage }} of blocklist queries were refused because of our resolver's address or query volume.",
    dashboard: "dnstools-third-parties",
  },
  {
    alert: "DnstoolsEgressCapabilityLost",
    severity: "ticket",
    for: "15m",
    expr: promql(`
      min by (namespace, capability) (dnstools_egress_capability{capability!~"${OFTEN_MISSING}"}) == 0
      or
      (
        max by (namespace, capability) (dnstools_egress_capability{capability=~"${OFTEN_MISSING}"}) == 0
        and max by (namespace, capability) (max_over_time(dnstools_egress_capability[1d])) == 1
      )
    `),
    summary: "{{ $labels.capability }} fails at our own host or network",
    description:
      "The trials of {{ $labels.capability }} fail. Results that need it are unknown and not counted as faults of servers. The log of the process and /readyz name the cause.",
    dashboard: "dnstools-third-parties",
  },
  {
    alert: "DnstoolsDataFileStale",
    severity: "ticket",
    for: "1h",
    expr: promql(`
      max by (namespace, file) (dnstools_data_file_age_seconds{file!="as_database"}) > ${7 * DAY_S}
      or max by (namespace, file) (dnstools_data_file_age_seconds{file="as_database"}) > ${60 * DAY_S}
    `),
    summary: "The list {{ $labels.file }} is {{ $value | humanizeDuration }} old",
    description: "The list could not be updated, or was not replaced. Answers use the old list.",
    dashboard: "dnstools-third-parties",
  },
];

export const DEPENDS: Group = { name: "dnstools.depends.alerts", rules: alerts };
