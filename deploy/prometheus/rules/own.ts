import { type Alert, type Group, promql } from "../rule.ts";

const DAY_S = 86_400;

/**
 * Returns the alert for a certificate of whose lifetime less than a given share is left. Renewal is due when a third
 * of the lifetime is left (cert-manager's default and Let's Encrypt's recommendation), so a smaller share means that
 * renewal failed. A share suits certificates of one year as well as of six days.
 * @param part denominator of the share: 4 means a quarter of the lifetime
 * @param days maximum remaining time in days at which the alert fires
 */
const certificate = (severity: Alert["severity"], part: number, days: number): Alert => ({
  alert: "DnstoolsCertificateExpiring",
  severity,
  for: severity === "page" ? "10m" : "1h",
  labels: { days: String(days) },
  expr: promql(`
    min by (namespace) (dnstools_edge_certificate_expiry_timestamp_seconds - time())
    < on (namespace)
    clamp_max(min by (namespace) (dnstools_edge_certificate_lifetime_seconds) / ${part}, ${days * DAY_S})
  `),
  summary: "The certificate of {{ $labels.namespace }} expires soon",
  description: "The certificate expires in {{ $value | humanizeDuration }} and was not renewed.",
  dashboard: "dnstools-edge",
});

/** Alerts about abuse by callers, internal errors, traces and the certificate. */
const alerts: readonly Alert[] = [
  {
    alert: "DnstoolsInternalErrors",
    severity: "ticket",
    for: "0m",
    expr: 'sum by (namespace, tool) (increase(dnstools_tool_requests_total{outcome="internal_error"}[15m])) > 0',
    summary: "{{ $labels.tool }} has a bug",
    description:
      "About {{ $value | humanize }} calls in 15 minutes failed with an internal error. The log has the details.",
    dashboard: "dnstools-tools",
  },
  {
    alert: "DnstoolsRateLimitDenialsSpike",
    severity: "ticket",
    for: "15m",
    expr: promql(`
      sum by (namespace) (rate(dnstools_ratelimit_decisions_total{outcome="denied"}[10m])) > 5
      and
      sum by (namespace) (rate(dnstools_ratelimit_decisions_total{outcome="denied"}[10m]))
      / sum by (namespace) (rate(dnstools_ratelimit_decisions_total[10m])) > 0.5
    `),
    summary: "Most calls exceed the rate limit",
    description:
      "{{ $value | humanize }} calls per second get 429. A client ignores the limit, or the limit is too low.",
    dashboard: "dnstools-limits",
  },
  {
    alert: "DnstoolsKeysGuessed",
    severity: "ticket",
    for: "15m",
    expr: 'sum by (namespace) (rate(dnstools_auth_attempts_total{result=~"unknown|malformed"}[10m])) > 5',
    summary: "Many requests carry an invalid API key",
    description:
      "{{ $value | humanize }} requests per second carry an unknown or malformed key. Keys cannot be guessed, but a client may be broken.",
    dashboard: "dnstools-limits",
  },
  {
    alert: "DnstoolsEgressRefusalsSpike",
    severity: "ticket",
    for: "15m",
    expr: 'sum by (namespace) (rate(dnstools_egress_refusals_total{reason=~"loopback|link_local|metadata|own_network|port"}[10m])) > 1',
    summary: "Callers request connections to our internal network",
    description: "{{ $value | humanize }} connections per second to internal addresses were refused.",
    dashboard: "dnstools-limits",
  },
  {
    alert: "DnstoolsTracesLost",
    severity: "ticket",
    for: "30m",
    expr: 'sum by (namespace) (rate(dnstools_trace_spans_total{outcome=~"dropped|failed"}[10m])) > 0',
    summary: "Traces do not reach the collector",
    description:
      "{{ $value | humanize }} spans per second did not reach the collector. Callers are not affected.",
    dashboard: "dnstools-runtime",
  },
  certificate("ticket", 4, 21),
  certificate("page", 30, 1),
];

export const OWN: Group = { name: "dnstools.own.alerts", rules: alerts };
