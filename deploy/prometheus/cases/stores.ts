import { type Case, HERE, NS, there } from "./case.ts";

const URL = "https://dnstools.example.com/api/v1";
const DAY_S = 86_400;
const probe = (metric: string) => `probe_${metric}{${NS},job="outside",instance="${URL}"}`;
const PROBED = { ...HERE, job: "outside", instance: URL };
const redis = (metric: string) => `redis_memory_${metric}_bytes{${NS},job="redis",instance="r1"}`;
const backends = (database: string) =>
  `pg_stat_database_numbackends{${NS},job="postgres",instance="p1",datname="${database}"}`;
const max = `pg_settings_max_connections{${NS},job="postgres",instance="p1",server="p1:5432"}`;
const volume = (metric: string) =>
  `kubelet_volume_stats_${metric}_bytes{${NS},job="kubelet",persistentvolumeclaim="data-postgres-0"}`;
const backup = `kube_cronjob_status_last_successful_time{${NS},job="kube-state-metrics",cronjob="keys-backup"}`;
const madeJob = backup.replace("status_last_successful_time", "created");
const exceeded = (thread: number) =>
  `unbound_request_list_exceeded_total{${NS},job="unbound",instance="u1",thread="${thread}"}`;
const OURS = there("gateway", 200);

export const STORES_CASES: readonly Case[] = [
  {
    alert: "DnstoolsProbeFailing",
    says: "the probe gets no answer",
    series: { [probe("success")]: "1x10 0x60" },
    at: "15m",
    fires: [PROBED],
  },
  {
    alert: "DnstoolsProbeFailing",
    says: "one probe failed",
    series: { [probe("success")]: "1x10 0 1x60" },
    at: "12m",
    fires: [],
  },
  {
    alert: "DnstoolsServedCertificateEnding",
    says: "five days are left",
    series: { [probe("ssl_earliest_cert_expiry")]: `${5 * DAY_S}x120` },
    at: "90m",
    fires: [PROBED],
  },
  {
    alert: "DnstoolsServedCertificateEnding",
    says: "a month is left",
    series: { [probe("ssl_earliest_cert_expiry")]: `${30 * DAY_S}x120` },
    at: "90m",
    fires: [],
  },
  {
    alert: "DnstoolsRedisNearLimit",
    says: "95 of 100 MB are used",
    series: { ...OURS, [redis("used")]: "95x60", [redis("max")]: "100x60" },
    at: "30m",
    fires: [{ ...HERE, job: "redis", instance: "r1" }],
  },
  {
    alert: "DnstoolsRedisNearLimit",
    says: "there is no maxmemory",
    series: { ...OURS, [redis("used")]: "95x60", [redis("max")]: "0x60" },
    at: "30m",
    fires: [],
  },
  {
    alert: "DnstoolsPostgresConnectionsNearLimit",
    says: "90 of 100 are in use, by two databases",
    series: { ...OURS, [backends("keys")]: "50x60", [backends("others")]: "40x60", [max]: "100x60" },
    at: "30m",
    fires: [{ ...HERE, instance: "p1" }],
  },
  {
    alert: "DnstoolsPostgresConnectionsNearLimit",
    says: "half are in use",
    series: { ...OURS, [backends("keys")]: "50x60", [max]: "100x60" },
    at: "30m",
    fires: [],
  },
  {
    alert: "DnstoolsVolumeFilling",
    says: "a tenth is left",
    series: { ...OURS, [volume("available")]: "10x60", [volume("capacity")]: "100x60" },
    at: "30m",
    fires: [{ ...HERE, job: "kubelet", persistentvolumeclaim: "data-postgres-0" }],
  },
  {
    alert: "DnstoolsVolumeFilling",
    says: "half is left",
    series: { ...OURS, [volume("available")]: "50x60", [volume("capacity")]: "100x60" },
    at: "30m",
    fires: [],
  },
  {
    alert: "DnstoolsBackupOld",
    says: "the last backup is over two days old",
    series: { ...OURS, [backup]: `${-2 * DAY_S}x200` },
    at: "90m",
    fires: [{ ...HERE, job: "kube-state-metrics", cronjob: "keys-backup" }],
  },
  {
    alert: "DnstoolsBackupOld",
    says: "there was never a backup, and the CronJob is over two days old",
    series: { ...OURS, [madeJob]: `${-2 * DAY_S}x200` },
    at: "90m",
    fires: [{ ...HERE, job: "kube-state-metrics", cronjob: "keys-backup" }],
  },
  {
    alert: "DnstoolsBackupOld",
    says: "the last backup is from yesterday, and the CronJob is old",
    series: { ...OURS, [backup]: `${-DAY_S}x200`, [madeJob]: `${-100 * DAY_S}x200` },
    at: "90m",
    fires: [],
  },
  {
    alert: "DnstoolsUnboundOverrun",
    says: "one of two threads drops queries",
    series: { ...OURS, [exceeded(0)]: "0+6x60", [exceeded(1)]: "0x60" },
    at: "30m",
    fires: [{ ...HERE, instance: "u1" }],
  },
  {
    alert: "DnstoolsUnboundOverrun",
    says: "it dropped queries for a moment",
    series: { ...OURS, [exceeded(0)]: "0x10 60x60" },
    at: "25m",
    fires: [],
  },
];
