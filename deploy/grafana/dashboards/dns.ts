import { own, quantile, query, rate, share } from "../queries.ts";
import { type DashboardSpec, NAMESPACE } from "../spec.ts";

const QUERIES = "dnstools_dns_queries_total";
const TIME = "dnstools_dns_query_duration_seconds";
const UNANSWERED = 'outcome=~"timeout|servfail|refused|network_error"';
const RECURSOR = 'upstream_class="recursor"';

export const DNS: DashboardSpec = {
  uid: "dnstools-dns",
  title: "dnstools / DNS upstreams",
  description:
    "Questions to our own resolvers (recursor), zones' servers (authoritative) and public resolvers (public).",
  variables: [NAMESPACE],
  rows: [
    {
      title: "Now",
      panels: [
        {
          kind: "stat",
          title: "Our resolvers fail",
          description:
            "Questions to them without an answer or with SERVFAIL. Some are of zones that are broken; 20 % wake somebody up.",
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
          title: "Our resolvers are believed",
          description:
            "Each is checked every 30 s while it is used. One that denies names that exist is not believed.",
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
          description: "Time of an answer of our resolvers. They have 3 s in all.",
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
          title: "Questions",
          description: "DNS questions that leave us, in a second.",
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
          description: "In a second. timeout alone rises: they are overloaded, or do not reach the world.",
          unit: "ops",
          queries: [query(rate(QUERIES, "outcome", RECURSOR), "{{outcome}}")],
          width: 12,
          stacked: true,
        },
        {
          kind: "time",
          title: "Time of our resolvers",
          description: "Half of the answers are from the cache, as a rule.",
          unit: "s",
          queries: [0.5, 0.95, 0.99].map((q) => query(quantile(q, TIME, "", RECURSOR), `p${q * 100}`)),
          width: 12,
        },
      ],
    },
    {
      title: "Others",
      panels: [
        {
          kind: "time",
          title: "Questions by whom they go to",
          description: "In a second.",
          unit: "ops",
          queries: [query(rate(QUERIES, "upstream_class, transport"), "{{upstream_class}} {{transport}}")],
          width: 12,
          stacked: true,
        },
        {
          kind: "time",
          title: "Zones' servers and public resolvers by outcome",
          description: "Broken zones are what we are asked about. All timeouts at once are our way out.",
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
          title: "Time by whom they go to, p95",
          description: "2 s is what another's server has.",
          unit: "s",
          queries: [
            query(quantile(0.95, TIME, "upstream_class, transport"), "{{upstream_class}} {{transport}}"),
          ],
          width: 12,
        },
        {
          kind: "time",
          title: "Asked again",
          description:
            "tcp: truncated answers, asked again over TCP. plain: asked again without EDNS, since somebody could not read it.",
          unit: "ops",
          queries: [
            query(rate("dnstools_dns_tcp_fallbacks_total", "upstream_class"), "tcp: {{upstream_class}}"),
            query(rate("dnstools_dns_retries_total", "upstream_class"), "plain: {{upstream_class}}"),
          ],
          width: 12,
        },
        {
          kind: "heat",
          title: "Zones' servers by time",
          description: "How many answers of zones' servers took how long.",
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
