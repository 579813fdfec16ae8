import { own, quantile, query, rate, share } from "../queries.ts";
import { type DashboardSpec, NAMESPACE } from "../spec.ts";

const REQUESTS = "dnstools_edge_requests_total";
const TIME = "dnstools_edge_request_duration_seconds";

export const EDGE: DashboardSpec = {
  uid: "dnstools-edge",
  title: "dnstools / Edge",
  description: "nginx before the gateways: what it answers itself, and what never comes to a gateway.",
  variables: [NAMESPACE],
  rows: [
    {
      title: "Now",
      panels: [
        {
          kind: "stat",
          title: "nginx",
          description: "Whether it answers the process that counts beside it.",
          unit: "none",
          queries: [query(`min(${own("dnstools_edge_up")})`)],
          width: 5,
          words: { 0: ["gone", "red"], 1: ["there", "green"] },
          steps: [
            [null, "red"],
            [1, "green"],
          ],
        },
        {
          kind: "stat",
          title: "5xx of its own",
          description: "Calls that no gateway took, or not in time, of all calls.",
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
          description: "In a second, all of them.",
          unit: "reqps",
          queries: [query(`sum(rate(${own(REQUESTS)}[$__rate_interval]))`)],
          width: 4,
        },
        {
          kind: "stat",
          title: "Connections",
          description: "Of clients, now.",
          unit: "short",
          queries: [query(`sum(${own("dnstools_edge_connections")})`)],
          width: 4,
        },
        {
          kind: "stat",
          title: "Certificate ends in",
          description: "The first of PROXY_CERTIFICATES. None without TLS at this edge.",
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
          title: "Answers of the edge itself",
          description: "By status: 429 floods, 4xx nonsense, 503 no gateway.",
          unit: "reqps",
          queries: [query(rate(REQUESTS, "code", 'origin="edge"'), "{{code}}")],
          width: 12,
          stacked: true,
        },
        {
          kind: "time",
          title: "Answers of gateways",
          description: "By status, as callers get them.",
          unit: "reqps",
          queries: [query(rate(REQUESTS, "code", 'origin="upstream"'), "{{code}}")],
          width: 12,
          stacked: true,
        },
        {
          kind: "time",
          title: "Time at the edge, p95",
          description: "From a request's first byte to its answer's last: slow clients count too.",
          unit: "s",
          queries: [query(quantile(0.95, TIME, "origin"), "{{origin}}")],
          width: 12,
        },
        {
          kind: "time",
          title: "Calls and others",
          description:
            "yes: for a tool, which the promise of 99.9 % is about; no: pages, limits, floods, what came was no request.",
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
          title: "Connections by what nginx does with them",
          description: "waiting: kept open. reading that grows: clients that send slowly on purpose.",
          unit: "short",
          queries: [query(`sum by (state) (${own("dnstools_edge_connections")})`, "{{state}}")],
          width: 12,
        },
        {
          kind: "time",
          title: "Time for which the certificate was made",
          description:
            "It is to be renewed with a third of it left; with a quarter left DnstoolsCertificateExpiring says so.",
          unit: "s",
          queries: [
            query(`min by (instance) (${own("dnstools_edge_certificate_lifetime_seconds")})`, "{{instance}}"),
          ],
          width: 6,
        },
        {
          kind: "time",
          title: "Lines that could not be read",
          description: "Anything here: nginx and the process that counts are not of the same version.",
          unit: "ops",
          queries: [query(rate("dnstools_edge_log_parse_errors_total", "instance"), "{{instance}}")],
          width: 6,
        },
      ],
    },
  ],
};
