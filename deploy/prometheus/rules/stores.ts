import { type Alert, type Group, promql } from "../rule.ts";
import { IN_OUR_NAMESPACES } from "./ours.ts";

const DAY_S = 86_400;

/**
 * Alerts about Redis, PostgreSQL, unbound and the external probe. They need the exporters in
 * deploy/prometheus/exporters.yml.
 */
const alerts: readonly Alert[] = [
  {
    alert: "DnstoolsProbeFailing",
    severity: "page",
    for: "3m",
    needs: "blackbox_exporter",
    expr: 'probe_success{job="outside"} == 0',
    summary: "{{ $labels.instance }} does not answer the external probe",
    description:
      "A call from outside fails. The cause is DNS, the network, the load balancer, TLS or the whole installation.",
    dashboard: "dnstools-stores",
  },
  {
    alert: "DnstoolsServedCertificateEnding",
    severity: "ticket",
    for: "1h",
    needs: "blackbox_exporter",
    expr: `probe_ssl_earliest_cert_expiry{job="outside"} - time() < ${7 * DAY_S}`,
    summary: "The certificate that {{ $labels.instance }} serves expires soon",
    description:
      "The certificate expires in {{ $value | humanizeDuration }}. It was not renewed, or the server did not load the new certificate.",
    dashboard: "dnstools-stores",
  },
  {
    alert: "DnstoolsRedisNearLimit",
    severity: "ticket",
    for: "15m",
    needs: "redis_exporter",
    expr: promql(`
      redis_memory_used_bytes / (redis_memory_max_bytes > 0) > 0.9 and ${IN_OUR_NAMESPACES}
    `),
    summary: "Redis at {{ $labels.instance }} is nearly full",
    description:
      "{{ $value | humanizePercentage }} of maxmemory is used. At 100 % Redis evicts the rate limit state of some callers.",
    dashboard: "dnstools-stores",
  },
  {
    alert: "DnstoolsPostgresConnectionsNearLimit",
    severity: "ticket",
    for: "15m",
    needs: "postgres_exporter",
    expr: promql(`
      sum by (namespace, instance) (pg_stat_database_numbackends)
      / on (namespace, instance) max by (namespace, instance) (pg_settings_max_connections)
      > 0.8 and ${IN_OUR_NAMESPACES}
    `),
    summary: "PostgreSQL at {{ $labels.instance }} runs out of connections",
    description:
      "{{ $value | humanizePercentage }} of max_connections is in use. At 100 % a gateway that starts cannot look up keys.",
    dashboard: "dnstools-stores",
  },
  {
    alert: "DnstoolsVolumeFilling",
    severity: "ticket",
    for: "15m",
    needs: "kubelet",
    expr: promql(`
      kubelet_volume_stats_available_bytes / kubelet_volume_stats_capacity_bytes < 0.15 and ${IN_OUR_NAMESPACES}
    `),
    summary: "The volume {{ $labels.persistentvolumeclaim }} is nearly full",
    description:
      "{{ $value | humanizePercentage }} of the volume is left. On a full volume keys can be neither created nor revoked.",
    dashboard: "dnstools-stores",
  },
  {
    alert: "DnstoolsBackupOld",
    severity: "ticket",
    for: "1h",
    needs: "kube-state-metrics",
    // A CronJob that has never succeeded has no time of success, so its creation time is used instead.
    expr: promql(`
      time() - (
        kube_cronjob_status_last_successful_time{cronjob=~".*backup.*"}
        or
        kube_cronjob_created{cronjob=~".*backup.*"}
      ) > ${2 * DAY_S}
      and ${IN_OUR_NAMESPACES}
    `),
    summary: "{{ $labels.cronjob }} made no backup of the API keys",
    description:
      "The last backup is {{ $value | humanizeDuration }} old. Keys are the only data that cannot be rebuilt.",
    dashboard: "dnstools-stores",
  },
  {
    alert: "DnstoolsUnboundOverrun",
    severity: "ticket",
    for: "10m",
    needs: "unbound_exporter",
    expr: promql(`
      sum by (namespace, instance) (rate(unbound_request_list_exceeded_total[5m])) > 0 and ${IN_OUR_NAMESPACES}
    `),
    summary: "unbound at {{ $labels.instance }} drops queries",
    description:
      "{{ $value | humanize }} queries per second are dropped because unbound already has its maximum number of queries in progress.",
    dashboard: "dnstools-stores",
  },
];

export const STORES: Group = { name: "dnstools.stores.alerts", rules: alerts };
