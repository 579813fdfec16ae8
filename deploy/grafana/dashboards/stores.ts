import { own, query } from "../queries.ts";
import { type DashboardSpec, NAMESPACE, type PanelSpec } from "../spec.ts";

const NEEDS = "exporters.yml in deploy/prometheus says which exporters and how.";
const outside = (metric: string) => own(metric, 'job="outside"');
const grows = (metric: string, by: string, more = "") =>
  `sum by (${by}) (rate(${own(metric, more)}[$__rate_interval]))`;

const now: readonly PanelSpec[] = [
  {
    kind: "stat",
    title: "From outside",
    description: `Whether a call through name, network, TLS and edge got a good answer. ${NEEDS}`,
    unit: "none",
    queries: [query(`min(${outside("probe_success")})`)],
    width: 5,
    words: { 0: ["fails", "red"], 1: ["answered", "green"] },
    steps: [
      [null, "red"],
      [1, "green"],
    ],
  },
  {
    kind: "stat",
    title: "Served certificate ends in",
    description: "As a client sees it: the first of the chain to end.",
    unit: "s",
    queries: [query(`min(${outside("probe_ssl_earliest_cert_expiry")}) - time()`)],
    width: 5,
    steps: [
      [null, "red"],
      [604_800, "green"],
    ],
  },
  {
    kind: "stat",
    title: "Redis, PostgreSQL, unbound",
    description: "How many of those that are scraped answer their exporters.",
    unit: "percentunit",
    queries: [query(`avg(${own("redis_up")} or ${own("pg_up")} or ${own("unbound_up")})`)],
    width: 5,
    steps: [
      [null, "red"],
      [1, "green"],
    ],
  },
  {
    kind: "stat",
    title: "Answered from unbound's cache",
    description:
      "Of the questions to it. Names that many ask about are there; those of audits mostly are not.",
    unit: "percentunit",
    queries: [
      query(
        `sum(rate(${own("unbound_cache_hits_total")}[$__rate_interval])) / (sum(rate(${own("unbound_queries_total")}[$__rate_interval])) > 0)`,
      ),
    ],
    width: 5,
  },
  {
    kind: "stat",
    title: "Keys' database",
    description: "Size of all databases of this PostgreSQL.",
    unit: "bytes",
    queries: [query(`sum(${own("pg_database_size_bytes")})`)],
    width: 4,
  },
];

export const STORES: DashboardSpec = {
  uid: "dnstools-stores",
  title: "dnstools / Stores, resolver, outside",
  description: "Redis, PostgreSQL and unbound by themselves, and what a call from outside takes.",
  variables: [NAMESPACE],
  rows: [
    { title: "Now", panels: now },
    {
      title: "From outside",
      panels: [
        {
          kind: "time",
          title: "Time of a call from outside",
          description: "By its parts: name, connection, TLS, the work, the answer.",
          unit: "s",
          queries: [query(`max by (phase) (${outside("probe_http_duration_seconds")})`, "{{phase}}")],
          width: 12,
          stacked: true,
        },
        {
          kind: "time",
          title: "Status from outside",
          description: "0: no answer at all.",
          unit: "none",
          queries: [query(`max by (instance) (${outside("probe_http_status_code")})`, "{{instance}}")],
          width: 12,
        },
      ],
    },
    {
      title: "Redis",
      panels: [
        {
          kind: "time",
          title: "Memory of Redis",
          description: "And maxmemory: beyond it Redis forgets what was used least, and limits begin again.",
          unit: "bytes",
          queries: [
            query(`sum by (instance) (${own("redis_memory_used_bytes")})`, "used at {{instance}}"),
            query(`sum by (instance) (${own("redis_memory_max_bytes")})`, "most at {{instance}}"),
          ],
          width: 8,
        },
        {
          kind: "time",
          title: "Commands and evictions",
          description: "A call of the limit is one script. Evictions: there is too little memory.",
          unit: "ops",
          queries: [
            query(grows("redis_commands_processed_total", "instance"), "commands at {{instance}}"),
            query(grows("redis_evicted_keys_total", "instance"), "evicted at {{instance}}"),
          ],
          width: 8,
        },
        {
          kind: "time",
          title: "Clients of Redis, and keys",
          description: "A gateway has a connection of its own; there is a key for each caller of late.",
          unit: "short",
          queries: [
            query(`sum by (instance) (${own("redis_connected_clients")})`, "clients at {{instance}}"),
            query(`sum by (instance) (${own("redis_db_keys")})`, "keys at {{instance}}"),
          ],
          width: 8,
        },
      ],
    },
    {
      title: "PostgreSQL",
      panels: [
        {
          kind: "time",
          title: "Connections to PostgreSQL",
          description: "Of max_connections. Gateways need DATABASE_POOL each.",
          unit: "percentunit",
          queries: [
            query(
              `sum by (instance) (${own("pg_stat_database_numbackends")}) / on (instance) max by (instance) (${own("pg_settings_max_connections")})`,
              "{{instance}}",
            ),
          ],
          width: 8,
          max: 1,
          steps: [
            [null, "green"],
            [0.8, "red"],
          ],
        },
        {
          kind: "time",
          title: "Transactions",
          description: "Few: keys in use are read again every ten seconds.",
          unit: "ops",
          queries: [
            query(grows("pg_stat_database_xact_commit", "instance"), "committed at {{instance}}"),
            query(grows("pg_stat_database_xact_rollback", "instance"), "rolled back at {{instance}}"),
          ],
          width: 8,
        },
        {
          kind: "time",
          title: "Size of databases",
          description: "Where it grows without new keys, something else writes there.",
          unit: "bytes",
          queries: [query(`sum by (datname) (${own("pg_database_size_bytes")})`, "{{datname}}")],
          width: 8,
        },
      ],
    },
    {
      title: "unbound",
      panels: [
        {
          kind: "time",
          title: "Questions to unbound",
          description: "In a second, and those that it answered from its cache.",
          unit: "ops",
          queries: [
            query(grows("unbound_queries_total", "instance"), "all at {{instance}}"),
            query(grows("unbound_cache_hits_total", "instance"), "from the cache at {{instance}}"),
          ],
          width: 8,
        },
        {
          kind: "time",
          title: "Time to recurse, median",
          description: "Of questions that were not in its cache, since it started.",
          unit: "s",
          queries: [
            query(`max by (instance) (${own("unbound_recursion_time_seconds_median")})`, "{{instance}}"),
          ],
          width: 8,
        },
        {
          kind: "time",
          title: "Questions under way, and dropped",
          description: "Dropped: it waits for as many as it can (num-queries-per-thread).",
          unit: "short",
          queries: [
            query(
              `sum by (instance) (${own("unbound_request_list_current_all")})`,
              "under way at {{instance}}",
            ),
            query(grows("unbound_request_list_exceeded_total", "instance"), "dropped at {{instance}}"),
          ],
          width: 8,
        },
      ],
    },
  ],
};
