import { own, query } from "../queries.ts";
import { type DashboardSpec, NAMESPACE, type PanelSpec } from "../spec.ts";

const NEEDS = "Needs the exporters in deploy/prometheus/exporters.yml.";
const outside = (metric: string) => own(metric, 'job="outside"');
const grows = (metric: string, by: string, more = "") =>
  `sum by (${by}) (rate(${own(metric, more)}[$__rate_interval]))`;

const now: readonly PanelSpec[] = [
  {
    kind: "stat",
    title: "External probe",
    description: `Whether a call from outside, through DNS, network, TLS and edge, succeeded. ${NEEDS}`,
    unit: "none",
    queries: [query(`min(${outside("probe_success")})`)],
    width: 5,
    words: { 0: ["failed", "red"], 1: ["passed", "green"] },
    steps: [
      [null, "red"],
      [1, "green"],
    ],
  },
  {
    kind: "stat",
    title: "Served certificate expires in",
    description: "Time until the first certificate of the served chain expires.",
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
    description: "Share of the scraped stores and resolvers that answer their exporters.",
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
    title: "Cache hit ratio of unbound",
    description:
      "Share of queries that unbound answers from its cache. Popular names are usually cached, names in audits usually not.",
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
    title: "Size of PostgreSQL",
    description: "Total size of all databases on the PostgreSQL server.",
    unit: "bytes",
    queries: [query(`sum(${own("pg_database_size_bytes")})`)],
    width: 4,
  },
];

export const STORES: DashboardSpec = {
  uid: "dnstools-stores",
  title: "dnstools / Stores, resolver, probe",
  description: "Redis, PostgreSQL, unbound, and a probe that calls the API from outside.",
  variables: [NAMESPACE],
  rows: [
    { title: "Now", panels: now },
    {
      title: "Probe",
      panels: [
        {
          kind: "time",
          title: "Probe duration by phase",
          description: "Phases: name resolution, connection, TLS handshake, processing, transfer.",
          unit: "s",
          queries: [query(`max by (phase) (${outside("probe_http_duration_seconds")})`, "{{phase}}")],
          width: 12,
          stacked: true,
        },
        {
          kind: "time",
          title: "Probe status",
          description: "HTTP status that the probe received. 0: no response.",
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
          title: "Redis memory",
          description:
            "Used memory and maxmemory. At maxmemory Redis evicts the least recently used keys, and the limits of these callers start again.",
          unit: "bytes",
          queries: [
            query(`sum by (instance) (${own("redis_memory_used_bytes")})`, "used at {{instance}}"),
            query(`sum by (instance) (${own("redis_memory_max_bytes")})`, "maxmemory at {{instance}}"),
          ],
          width: 8,
        },
        {
          kind: "time",
          title: "Redis commands and evictions",
          description:
            "Per second. A rate limit decision is one script. Evictions mean that Redis has too little memory.",
          unit: "ops",
          queries: [
            query(grows("redis_commands_processed_total", "instance"), "commands at {{instance}}"),
            query(grows("redis_evicted_keys_total", "instance"), "evicted at {{instance}}"),
          ],
          width: 8,
        },
        {
          kind: "time",
          title: "Redis clients and keys",
          description: "Each gateway has one connection, and each recent caller one key.",
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
          title: "PostgreSQL connections",
          description: "Share of max_connections in use.",
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
          title: "PostgreSQL transactions",
          description: "Per second. The rate is low: a gateway re-reads a key in use every ten seconds.",
          unit: "ops",
          queries: [
            query(grows("pg_stat_database_xact_commit", "instance"), "committed at {{instance}}"),
            query(grows("pg_stat_database_xact_rollback", "instance"), "rolled back at {{instance}}"),
          ],
          width: 8,
        },
        {
          kind: "time",
          title: "Database size",
          description: "Growth without new keys means that another program writes to the database.",
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
          title: "Queries to unbound",
          description: "Queries per second, and those answered from the cache.",
          unit: "ops",
          queries: [
            query(grows("unbound_queries_total", "instance"), "all at {{instance}}"),
            query(grows("unbound_cache_hits_total", "instance"), "from the cache at {{instance}}"),
          ],
          width: 8,
        },
        {
          kind: "time",
          title: "Recursion time, median",
          description: "Resolution time of uncached queries since unbound started.",
          unit: "s",
          queries: [
            query(`max by (instance) (${own("unbound_recursion_time_seconds_median")})`, "{{instance}}"),
          ],
          width: 8,
        },
        {
          kind: "time",
          title: "Queries in progress and dropped",
          description: "dropped: num-queries-per-thread queries were already in progress.",
          unit: "short",
          queries: [
            query(
              `sum by (instance) (${own("unbound_request_list_current_all")})`,
              "in progress at {{instance}}",
            ),
            query(grows("unbound_request_list_exceeded_total", "instance"), "dropped at {{instance}}"),
          ],
          width: 8,
        },
      ],
    },
  ],
};
