import { own, quantile, query, rate, share } from "../queries.ts";
import { type DashboardSpec, NAMESPACE } from "../spec.ts";

const REQUESTS = "dnstools_edge_requests_total";
const TIME = "dnstools_edge_request_duration_seconds";

export const EDGE: DashboardSpec = {
  uid: "dnstools-edge",
  title: "dnstools / Edge",
  description: "nginx in front of the gateways, including requests that never reach a gateway.",
  variables: [NAMESPACE],
  rows: [
    {
      title: "Now",
      panels: [
        {
          kind: "stat",
          title: "nginx",
          description: "Whether nginx answers the edge-metrics process.",
          unit: "none",
          queries: [query(`min(${own("dnstools_edge_up")})`)],
          width: 5,
          words: { 0: ["down", "red"], 1: ["up", "green"] },
          steps: [
            [null, "red"],
            [1, "green"],
          ],
        },
        {
          kind: "stat",
          title: "5xx from nginx itself",
          description: "Share of calls that no gateway accepted or answered in time.",
          unit: "percentunit",
          queries: [query(share(REQUESTS, 'call="yes",origin="edge",code=~"5.."', "", 'call="yes"'))],
          width: 5,
          steps: [
            [null, "green"],
            [0.001, "yellow"],
            [0.02, "red"],
          ],
        },
        {
          kind: "stat",
          title: "Requests",
          description: "All requests per second at the edge.",
          unit: "reqps",
          queries: [query(`sum(rate(${own(REQUESTS)}[$__rate_interval]))`)],
          width: 4,
        },
        {
          kind: "stat",
          title: "Connections",
          description: "Open client connections.",
          unit: "short",
          queries: [query(`sum(${own("dnstools_edge_connections")})`)],
          width: 4,
        },
        {
          kind: "stat",
          title: "Certificate expires in",
          description:
            "Time until the first certificate in PROXY_CERTIFICATES expires. Empty if nginx does not terminate TLS.",
          unit: "s",
          queries: [query(`min(${own("dnstools_edge_certificate_expiry_timestamp_seconds")}) - time()`)],
          width: 6,
          steps: [
            [null, "red"],
            [86_400, "orange"],
            [1_814_400, "green"],
          ],
        },
      ],
    },
    {
      title: "Requests",
      panels: [
        {
          kind: "time",
          title: "Responses from the edge itself",
          description:
            "Per second and status. 429: flood. Other 4xx: invalid request. 503: no gateway available.",
          unit: "reqps",
          queries: [query(rate(REQUESTS, "code", 'origin="edge"'), "{{code}}")],
          width: 12,
          stacked: true,
        },
        {
          kind: "time",
          title: "Responses from gateways",
          description: "Per second and status, as callers receive them.",
          unit: "reqps",
          queries: [query(rate(REQUESTS, "code", 'origin="upstream"'), "{{code}}")],
          width: 12,
          stacked: true,
        },
        {
          kind: "time",
          title: "Request time at the edge, p95",
          description:
            "From the first byte of the request to the last byte of the response. Slow clients increase it.",
          unit: "s",
          queries: [query(quantile(0.95, TIME, "origin"), "{{origin}}")],
          width: 12,
        },
        {
          kind: "time",
          title: "Tool calls and other requests",
          description:
            "Requests per second. yes: tool calls, which the 99.9 % objective covers. no: pages, /api/v1/limits, floods and invalid requests.",
          unit: "reqps",
          queries: [query(rate(REQUESTS, "call"), "{{call}}")],
          width: 12,
        },
      ],
    },
    {
      title: "Connections",
      panels: [
        {
          kind: "time",
          title: "Connections by state",
          description:
            "waiting: idle keep-alive connections. If reading grows, clients may be sending slowly on purpose.",
          unit: "short",
          queries: [query(`sum by (state) (${own("dnstools_edge_connections")})`, "{{state}}")],
          width: 12,
        },
        {
          kind: "time",
          title: "Lifetime of the certificate",
          description:
            "Renewal is due with a third of the lifetime left. DnstoolsCertificateExpiring fires with a quarter left, at most 21 days.",
          unit: "s",
          queries: [
            query(`min by (instance) (${own("dnstools_edge_certificate_lifetime_seconds")})`, "{{instance}}"),
          ],
          width: 6,
        },
        {
          kind: "time",
          title: "Unreadable log lines",
          description: "Above zero: nginx and edge-metrics run different versions.",
          unit: "ops",
          queries: [query(rate("dnstools_edge_log_parse_errors_total", "instance"), "{{instance}}")],
          width: 6,
        },
      ],
    },
  ],
};
