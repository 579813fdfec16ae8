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

const RESOLVER_FAILS = shareAbove(
  'sum by (namespace) (rate(dnstools_dns_queries_total{upstream_class="recursor",outcome=~"timeout|servfail|refused|network_error"}[2m]))',
  'sum by (namespace) (rate(dnstools_dns_queries_total{upstream_class="recursor"}[2m]))',
  0.2,
  0.5,
);

/**
 * Broken zones make a healthy resolver say SERVFAIL or be late, and any caller may ask about these again and again: somebody is
 * woken only where tools found that it is the resolver, which they then say of themselves.
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
    "{{ $value | humanizePercentage }} of the questions to our resolvers got no answer or SERVFAIL.",
  dashboard: "dnstools-dns",
});

/** The database of keys fails: nobody suffers as long as the keys in use are remembered. */
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
      ? "{{ $value | humanizePercentage }} of questions failed. Keys in use go on working for KEY_GRACE_S; others get 503."
      : "{{ $value | humanizePercentage }} of calls with a key get 503, since the key cannot be looked up.",
  dashboard: "dnstools-limits",
});

const HEALTHY = "max by (namespace, list, family) (dnstools_dnsbl_list_healthy)";

const DAY_S = 86_400;

/** What others do for us, or no longer do. */
const alerts: readonly Alert[] = [
  resolver("page", "5m", "failing"),
  resolver("ticket", "30m", "served"),
  {
    alert: "DnstoolsResolverUntrusted",
    severity: "ticket",
    for: "5m",
    expr: "min by (namespace, resolver) (dnstools_resolver_trusted) == 0",
    summary: "The resolver {{ $labels.resolver }} gives wrong answers",
    description:
      "It denies names that exist, or answers for names that do not, and is not believed. Where all resolvers are so, calls are answered 503.",
    dashboard: "dnstools-dns",
  },
  {
    alert: "DnstoolsRateLimitDegraded",
    severity: "ticket",
    for: "5m",
    expr: "max by (namespace) (dnstools_ratelimit_degraded) == 1",
    summary: "Gateways limit callers each by itself: Redis is not reached",
    description:
      "The store of the limit does not answer. Callers are served; their limits are only roughly right.",
    dashboard: "dnstools-limits",
  },
  database("page", "failing"),
  database("ticket", "served"),
  {
    alert: "DnstoolsRegistryRefusing",
    severity: "ticket",
    for: "30m",
    expr: `${registries("rdap")}\nor\n${registries("whois")}`,
    summary: "Registry {{ $labels.registry }} turns us away ({{ $labels.protocol }})",
    description:
      "{{ $value | humanizePercentage }} of requests were refused: `whois` answers unknown for its domains.",
    dashboard: "dnstools-third-parties",
  },
  {
    alert: "DnstoolsBlocklistsUnhealthy",
    severity: "ticket",
    for: "30m",
    // Some are always dead, and of few that were asked so far a share says nothing.
    expr: promql(`
      count by (namespace) (${HEALTHY} == 0)
      / (count by (namespace) (${HEALTHY}) >= 10)
      > 0.2
    `),
    summary: "Many blocklists fail their own test points",
    description:
      "{{ $value | humanizePercentage }} of the blocklists are closed, broken or refuse our resolver. `dnsbl` says unknown for them, and never clean.",
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
    summary: "Blocklists say that we ask too much, or by the wrong resolver",
    description:
      "{{ $value | humanizePercentage }} of questions to blocklists were refused on account of who asks.",
    dashboard: "dnstools-third-parties",
  },
  {
    alert: "DnstoolsEgressCapabilityLost",
    severity: "ticket",
    for: "15m",
    expr: promql(`
      max by (namespace, capability) (dnstools_egress_capability) == 0
      and max by (namespace, capability) (max_over_time(dnstools_egress_capability[1d])) == 1
    `),
    summary: "{{ $labels.capability }} no longer leads out of our network",
    description:
      "It did within the last day. What needs it is answered unknown, never held against a server.",
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
    description: "It could not be renewed, or nobody did it. Answers are made of the old one.",
    dashboard: "dnstools-third-parties",
  },
];

export const DEPENDS: Group = { name: "dnstools.depends.alerts", rules: alerts };
