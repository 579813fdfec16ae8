import { own, quantile, query, rate } from "../queries.ts";
import { type DashboardSpec, NAMESPACE } from "../spec.ts";

const LISTS = "dnstools_dnsbl_queries_total";

export const THIRD_PARTIES: DashboardSpec = {
  uid: "dnstools-third-parties",
  title: "dnstools / Third parties",
  description: "Registries, blocklists, mail and web servers, public resolvers, and our way out to them.",
  variables: [NAMESPACE],
  rows: [
    {
      title: "Now",
      panels: [
        {
          kind: "stat",
          title: "Leads out of our network",
          description:
            "What was tried at the start and where connections failed (EGRESS_TEST). What does not lead out is answered unknown.",
          unit: "none",
          queries: [query(`max by (capability) (${own("dnstools_egress_capability")})`, "{{capability}}")],
          width: 8,
          words: { 0: ["no", "red"], 1: ["yes", "green"] },
          steps: [
            [null, "red"],
            [1, "green"],
          ],
        },
        {
          kind: "stat",
          title: "Blocklists that are ill",
          description:
            "Part of the lists that do not stand by their own test points: below, which. They are not asked meanwhile, and said to be unknown. Some always are; beyond a fifth there is an alert.",
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
          title: "Oldest list of somebody else's",
          description:
            "Since IANA's lists of registries and others were last known to be theirs. After a week somebody should look.",
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
          title: "RDAP by outcome",
          description: "rate_limited and refused: a registry has had enough of us.",
          unit: "reqps",
          queries: [query(rate("dnstools_rdap_requests_total", "outcome"), "{{outcome}}")],
          width: 8,
          stacked: true,
        },
        {
          kind: "time",
          title: "Port 43 by outcome",
          description: "The same for registries without RDAP.",
          unit: "reqps",
          queries: [query(rate("dnstools_whois_requests_total", "outcome"), "{{outcome}}")],
          width: 8,
          stacked: true,
        },
        {
          kind: "time",
          title: "Registries that do not answer well",
          description: "Requests in a second that did not end well, by registry.",
          unit: "reqps",
          queries: [
            query(rate("dnstools_rdap_requests_total", "registry", 'outcome!="ok"'), "rdap {{registry}}"),
            query(rate("dnstools_whois_requests_total", "registry", 'outcome!="ok"'), "whois {{registry}}"),
          ],
          width: 8,
        },
        {
          kind: "time",
          title: "Time of registries, p95",
          description: "By registry.",
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
          title: "Blocklists by outcome",
          description:
            "blocked_code, refused: they do not talk to us, mostly for the resolver we ask through.",
          unit: "reqps",
          queries: [query(rate(LISTS, "outcome"), "{{outcome}}")],
          width: 12,
          stacked: true,
        },
        {
          kind: "time",
          title: "Lists without an answer",
          description: "By list, of those that failed, were silent or refused.",
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
          description: "0: does not stand by its test points. Lists that were not asked yet are not here.",
          unit: "none",
          queries: [query(`min by (list, family) (${own("dnstools_dnsbl_list_healthy")})`)],
          width: 12,
          words: { 0: ["ill", "red"], 1: ["healthy", "green"] },
        },
        {
          kind: "table",
          title: "Seconds since the last check",
          description: "Of each list's test points: every four hours, where it is asked at all.",
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
          description: "To servers of others, but for DNS. Broken servers are what we are asked about.",
          unit: "reqps",
          queries: [
            query(rate("dnstools_egress_connections_total", "kind, outcome"), "{{kind}} {{outcome}}"),
          ],
          width: 12,
        },
        {
          kind: "time",
          title: "Time of connections, p95",
          description: "By kind: what is slow with us and not with others is our way out.",
          unit: "s",
          queries: [query(quantile(0.95, "dnstools_egress_connection_duration_seconds", "kind"), "{{kind}}")],
          width: 12,
        },
        {
          kind: "time",
          title: "TLS handshakes",
          description: "Of the cert service, by how they ended.",
          unit: "reqps",
          queries: [query(rate("dnstools_tls_handshakes_total", "outcome"), "{{outcome}}")],
          width: 8,
        },
        {
          kind: "time",
          title: "Dialogues with mail servers",
          description: "refused, try_later: our address is not liked; look at its PTR and at blocklists.",
          unit: "reqps",
          queries: [query(rate("dnstools_smtp_sessions_total", "outcome"), "{{outcome}}")],
          width: 8,
        },
        {
          kind: "time",
          title: "Public resolvers by state",
          description: "Those that propagation has checked in the last ten minutes.",
          unit: "short",
          queries: [query(`max by (state) (${own("dnstools_propagation_resolvers")})`, "{{state}}")],
          width: 8,
        },
      ],
    },
    {
      title: "Lists of others that we keep",
      panels: [
        {
          kind: "time",
          title: "Age of lists",
          description: "Drops to nothing when a list is renewed.",
          unit: "s",
          queries: [query(`max by (file) (${own("dnstools_data_file_age_seconds")})`, "{{file}}")],
          width: 24,
        },
      ],
    },
  ],
};
