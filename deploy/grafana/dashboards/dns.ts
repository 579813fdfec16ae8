import { own, quantile, query, rate, share } from "../queries.ts";
import { type DashboardSpec, NAMESPACE } from "../spec.ts";

const QUERIES = "dnstools_dns_queries_total";
const TIME = "dnstools_dns_query_duration_seconds";
const UNANSWERED = 'outcome=~"timeout|servfail|refused|network_error"';
const RECURSOR = 'upstream_class="recursor"';

export const DNS: DashboardSpec = {
  uid: "dnstools-dns",
  title: "dnstools / DNS upstreams",
  description: "Queries to our own resolvers (recursor), authoritative name servers and public resolvers.",
  variables: [NAMESPACE],
  rows: [
    {
      title: "Now",
      panels: [
        {
          kind: "stat",
          title: "Failures of our resolvers",
          description:
            "Share of queries to our own resolvers with an error or no response. Broken zones cause a few. At 20 % an alert fires.",
          unit: "percentunit",
          queries: [query(share(QUERIES, `${RECURSOR},${UNANSWERED}`, "", RECURSOR))],
          width: 6,
          steps: [
            [null, "green"],
            [0.1, "yellow"],
            [0.2, "red"],
          ],
        },
        {
          kind: "stat",
          title: "Our resolvers trusted",
          description:
            "Each resolver in use is checked every 30 s. A resolver that denies existing names is not trusted.",
          unit: "none",
          queries: [query(`min by (resolver) (${own("dnstools_resolver_trusted")})`, "{{resolver}}")],
          width: 6,
          words: { 0: ["no", "red"], 1: ["yes", "green"] },
          steps: [
            [null, "red"],
            [1, "green"],
          ],
        },
        {
          kind: "stat",
          title: "Our resolvers, p95",
          description: "Response time of our own resolvers. The timeout is 3 s.",
          unit: "s",
          queries: [query(quantile(0.95, TIME, "", RECURSOR))],
          width: 6,
          steps: [
            [null, "green"],
            [1, "yellow"],
            [2.5, "red"],
          ],
        },
        {
          kind: "stat",
          title: "DNS queries",
          description: "DNS queries per second that dnstools sends to all servers.",
          unit: "ops",
          queries: [query(`sum(rate(${own(QUERIES)}[$__rate_interval]))`)],
          width: 6,
        },
      ],
    },
    {
      title: "Our own resolvers",
      panels: [
        {
          kind: "time",
          title: "Our resolvers by outcome",
          description:
            "Queries per second. If only timeout rises, the resolvers are overloaded or cannot reach the Internet.",
          unit: "ops",
          queries: [query(rate(QUERIES, "outcome", RECURSOR), "{{outcome}}")],
          width: 12,
          stacked: true,
        },
        {
          kind: "time",
          title: "Response time of our resolvers",
          description: "About half of the responses usually come from the resolver's cache.",
          unit: "s",
          queries: [0.5, 0.95, 0.99].map((q) => query(quantile(q, TIME, "", RECURSOR), `p${q * 100}`)),
          width: 12,
        },
      ],
    },
    {
      title: "All servers",
      panels: [
        {
          kind: "time",
          title: "Queries by destination",
          description: "Queries per second, by kind of server and transport.",
          unit: "ops",
          queries: [query(rate(QUERIES, "upstream_class, transport"), "{{upstream_class}} {{transport}}")],
          width: 12,
          stacked: true,
        },
        {
          kind: "time",
          title: "Authoritative servers and public resolvers by outcome",
          description:
            "Queries per second. Users often query broken zones, so failures are normal. If all queries time out at once, check our own network.",
          unit: "ops",
          queries: [
            query(
              rate(QUERIES, "upstream_class, outcome", 'upstream_class!="recursor"'),
              "{{upstream_class}} {{outcome}}",
            ),
          ],
          width: 12,
        },
        {
          kind: "time",
          title: "Response time by destination, p95",
          description: "The timeout for authoritative servers and public resolvers is 2 s.",
          unit: "s",
          queries: [
            query(quantile(0.95, TIME, "upstream_class, transport"), "{{upstream_class}} {{transport}}"),
          ],
          width: 12,
        },
        {
          kind: "time",
          title: "Repeated queries",
          description:
            "Queries per second. tcp: repeated over TCP after a truncated response. plain: repeated without EDNS because the server does not support it.",
          unit: "ops",
          queries: [
            query(rate("dnstools_dns_tcp_fallbacks_total", "upstream_class"), "tcp: {{upstream_class}}"),
            query(rate("dnstools_dns_retries_total", "upstream_class"), "plain: {{upstream_class}}"),
          ],
          width: 12,
        },
        {
          kind: "heat",
          title: "Response time of authoritative servers",
          description: "Distribution of the response times of authoritative name servers.",
          unit: "s",
          queries: [
            query(
              `sum by (le) (increase(${own(`${TIME}_bucket`, 'upstream_class="authoritative"')}[$__rate_interval]))`,
              "{{le}}",
            ),
          ],
          width: 24,
        },
      ],
    },
  ],
};
