import { own, quantile, query, rate } from "../queries.ts";
import { type DashboardSpec, NAMESPACE } from "../spec.ts";

const LISTS = "dnstools_dnsbl_queries_total";

export const THIRD_PARTIES: DashboardSpec = {
  uid: "dnstools-third-parties",
  title: "dnstools / Third parties",
  description: "Registries, blocklists, mail and web servers, public resolvers, and our connection to them.",
  variables: [NAMESPACE],
  rows: [
    {
      title: "Now",
      panels: [
        {
          kind: "stat",
          title: "Egress capabilities",
          description:
            "Whether the hosts of all processes and their networks let each kind of traffic through (EGRESS_TEST). Results that need a missing capability are unknown.",
          unit: "none",
          queries: [query(`min by (capability) (${own("dnstools_egress_capability")})`, "{{capability}}")],
          width: 8,
          words: { 0: ["no", "red"], 1: ["yes", "green"] },
          steps: [
            [null, "red"],
            [1, "green"],
          ],
        },
        {
          kind: "stat",
          title: "Unhealthy blocklists",
          description:
            "Share of the blocklists that fail their own test points. They are reported as unknown until they pass. A few always fail; above a fifth an alert fires.",
          unit: "percentunit",
          queries: [query(`1 - avg(max by (list, family) (${own("dnstools_dnsbl_list_healthy")}))`)],
          width: 8,
          steps: [
            [null, "green"],
            [0.1, "yellow"],
            [0.2, "red"],
          ],
        },
        {
          kind: "stat",
          title: "Age of the oldest data file",
          description:
            "Time since a downloaded list, such as IANA's list of registries, was last known to be current. After a week, check the download.",
          unit: "s",
          queries: [query(`max(${own("dnstools_data_file_age_seconds")})`)],
          width: 8,
          steps: [
            [null, "green"],
            [172_800, "yellow"],
            [604_800, "red"],
          ],
        },
      ],
    },
    {
      title: "Registries",
      panels: [
        {
          kind: "time",
          title: "RDAP requests by outcome",
          description: "Requests per second. rate_limited and refused: a registry limits or blocks this API.",
          unit: "reqps",
          queries: [query(rate("dnstools_rdap_requests_total", "outcome"), "{{outcome}}")],
          width: 8,
          stacked: true,
        },
        {
          kind: "time",
          title: "Whois requests by outcome",
          description: "Requests per second on port 43, to registries without RDAP.",
          unit: "reqps",
          queries: [query(rate("dnstools_whois_requests_total", "outcome"), "{{outcome}}")],
          width: 8,
          stacked: true,
        },
        {
          kind: "time",
          title: "Failed requests by registry",
          description: "Requests per second without a usable response, by registry.",
          unit: "reqps",
          queries: [
            query(rate("dnstools_rdap_requests_total", "registry", 'outcome!="ok"'), "rdap {{registry}}"),
            query(rate("dnstools_whois_requests_total", "registry", 'outcome!="ok"'), "whois {{registry}}"),
          ],
          width: 8,
        },
        {
          kind: "time",
          title: "Response time of registries, p95",
          description: "Response time over RDAP and whois, by registry.",
          unit: "s",
          queries: [
            query(quantile(0.95, "dnstools_rdap_request_duration_seconds", "registry"), "rdap {{registry}}"),
            query(
              quantile(0.95, "dnstools_whois_request_duration_seconds", "registry"),
              "whois {{registry}}",
            ),
          ],
          width: 24,
        },
      ],
    },
    {
      title: "Blocklists",
      panels: [
        {
          kind: "time",
          title: "Blocklist queries by outcome",
          description:
            "Queries per second. blocked_code and refused: the lists refuse us, mostly because of our resolver.",
          unit: "reqps",
          queries: [query(rate(LISTS, "outcome"), "{{outcome}}")],
          width: 12,
          stacked: true,
        },
        {
          kind: "time",
          title: "Blocklists with failed queries",
          description: "The ten blocklists with the most failed, unanswered or refused queries per second.",
          unit: "reqps",
          queries: [
            query(
              `topk(10, ${rate(LISTS, "list", 'outcome=~"blocked_code|refused|rewritten|timeout|failed"')})`,
              "{{list}}",
            ),
          ],
          width: 12,
        },
        {
          kind: "table",
          title: "Health of blocklists",
          description:
            "Whether each blocklist passes its own test points. Lists that were not queried yet are missing.",
          unit: "none",
          queries: [query(`min by (list, family) (${own("dnstools_dnsbl_list_healthy")})`)],
          width: 12,
          words: { 0: ["unhealthy", "red"], 1: ["healthy", "green"] },
        },
        {
          kind: "table",
          title: "Seconds since the last check",
          description:
            "Time since the test points of each list were last checked. Lists in use are checked every four hours.",
          unit: "s",
          queries: [
            query(
              `time() - max by (list, family) (${own("dnstools_dnsbl_list_last_check_timestamp_seconds")})`,
            ),
          ],
          width: 12,
        },
      ],
    },
    {
      title: "Servers",
      panels: [
        {
          kind: "time",
          title: "Connections by kind and outcome",
          description:
            "Connections per second to third-party servers, except DNS. Users often check broken servers, so failures are normal.",
          unit: "reqps",
          queries: [
            query(rate("dnstools_egress_connections_total", "kind, outcome"), "{{kind}} {{outcome}}"),
          ],
          width: 12,
        },
        {
          kind: "time",
          title: "Connection time, p95",
          description:
            "Duration by kind of connection. If all kinds are slow at once, check our own network.",
          unit: "s",
          queries: [query(quantile(0.95, "dnstools_egress_connection_duration_seconds", "kind"), "{{kind}}")],
          width: 12,
        },
        {
          kind: "time",
          title: "TLS handshakes",
          description: "TLS handshakes of the cert service per second, by outcome.",
          unit: "reqps",
          queries: [query(rate("dnstools_tls_handshakes_total", "outcome"), "{{outcome}}")],
          width: 8,
        },
        {
          kind: "time",
          title: "SMTP sessions",
          description:
            "Sessions per second. refused and try_later: mail servers reject our address; check its PTR record and whether blocklists list it.",
          unit: "reqps",
          queries: [query(rate("dnstools_smtp_sessions_total", "outcome"), "{{outcome}}")],
          width: 8,
        },
        {
          kind: "time",
          title: "Public resolvers by state",
          description: "Public resolvers that propagation checked in the last ten minutes.",
          unit: "short",
          queries: [query(`max by (state) (${own("dnstools_propagation_resolvers")})`, "{{state}}")],
          width: 8,
        },
      ],
    },
    {
      title: "Data files",
      panels: [
        {
          kind: "time",
          title: "Age of data files",
          description:
            "Time since each file was last known to be current. It drops to zero when the file is renewed.",
          unit: "s",
          queries: [query(`max by (file) (${own("dnstools_data_file_age_seconds")})`, "{{file}}")],
          width: 24,
        },
      ],
    },
  ],
};
