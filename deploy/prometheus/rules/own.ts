import { type Alert, type Group, promql } from "../rule.ts";

const DAY_S = 86_400;

/**
 * Whoever renews certificates does so with a third of their time left (cert-manager's default, and what Let's Encrypt asks for). With
 * less than this part of it left nobody has, of certificates for a year and for six days alike.
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
  summary: "The certificate of {{ $labels.namespace }} ends soon",
  description: "It ends in {{ $value | humanizeDuration }}, and was not renewed.",
  dashboard: "dnstools-edge",
});

/** What callers do to us, and what is our own mistake. */
const alerts: readonly Alert[] = [
  {
    alert: "DnstoolsInternalErrors",
    severity: "ticket",
    for: "0m",
    expr: 'sum by (namespace, tool) (increase(dnstools_tool_requests_total{outcome="internal_error"}[15m])) > 0',
    summary: "{{ $labels.tool }} has a bug",
    description:
      "About {{ $value | humanize }} calls in 15 minutes ended in a mistake of ours; the log has all of it.",
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
    summary: "Most calls are beyond their limit",
    description:
      "{{ $value | humanize }} calls a second get 429: somebody does not stop, or the limit is too low.",
    dashboard: "dnstools-limits",
  },
  {
    alert: "DnstoolsKeysGuessed",
    severity: "ticket",
    for: "15m",
    expr: 'sum by (namespace) (rate(dnstools_auth_attempts_total{result=~"unknown|malformed"}[10m])) > 5',
    summary: "Somebody tries keys",
    description:
      "{{ $value | humanize }} wrong keys a second. They cannot be guessed; it costs, and a client may be broken.",
    dashboard: "dnstools-limits",
  },
  {
    alert: "DnstoolsEgressRefusalsSpike",
    severity: "ticket",
    for: "15m",
    expr: 'sum by (namespace) (rate(dnstools_egress_refusals_total{reason=~"loopback|link_local|metadata|own_network|port"}[10m])) > 1',
    summary: "Somebody has us look for what is inside",
    description: "{{ $value | humanize }} connections a second to addresses of our own side were refused.",
    dashboard: "dnstools-limits",
  },
  {
    alert: "DnstoolsTracesLost",
    severity: "ticket",
    for: "30m",
    expr: 'sum by (namespace) (rate(dnstools_trace_spans_total{outcome=~"dropped|failed"}[10m])) > 0',
    summary: "Traces do not reach the collector",
    description:
      "{{ $value | humanize }} spans a second did not reach the collector. Callers do not feel it.",
    dashboard: "dnstools-runtime",
  },
  certificate("ticket", 4, 21),
  certificate("page", 30, 1),
];

export const OWN: Group = { name: "dnstools.own.alerts", rules: alerts };
