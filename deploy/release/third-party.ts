/** A third-party program that an installation of dnstools runs. */
export type ThirdParty = {
  readonly name: string;
  /** Image name as written in this project's files. */
  readonly image: string;
  /** Last day on which this version is supported, YYYY-MM-DD; null if unknown. */
  readonly until: string | null;
  /** Source of the date in `until`, or the reason why the date is unknown. */
  readonly source: string;
};

/**
 * All third-party images that this project uses; third-party.test.ts checks that none is missing. bin/release prints
 * warnings based on the dates. The dates were read on 2026-11-23 in stored copies of the named pages; the date of a
 * copy, if known, is in brackets.
 */
export const THIRD_PARTY: readonly ThirdParty[] = [
  {
    name: "Bun, which the binary is built with",
    image: "docker.io/oven/bun:1.4.5",
    until: null,
    source: "no support policy is stated (endoflife.date/bun); only the newest release is supported",
  },
  {
    name: "Debian 13 without a shell, which the image is based on",
    image: "gcr.io/distroless/base-debian13:nonroot",
    until: "2028-08-09",
    source:
      "distroless follows Debian's standard support (SUPPORT_POLICY.md): three years, for Debian 13 until August 2028; the day was calculated from the release date",
  },
  {
    name: "nginx",
    image: "docker.io/nginxinc/nginx-unprivileged:1.30.4-alpine-slim",
    until: "2027-04-01",
    source:
      "each April the next stable branch replaces the current one (endoflife.date/nginx; 1.30 was released on 2026-04-14)",
  },
  {
    name: "unbound",
    image: "docker.io/klutchell/unbound:1.25.2",
    until: null,
    source:
      "NLnet Labs supports only the newest release (software-support-policy); not checked whether 1.25.2 is the newest",
  },
  {
    name: "Redis",
    image: "docker.io/redis:7.2-alpine",
    until: null,
    source: "still patched, without a stated end (endoflife.date/redis, 2026-02); not checked since then",
  },
  {
    name: "PostgreSQL",
    image: "docker.io/postgres:17.10-alpine3.23",
    until: "2029-11-08",
    source:
      "five years from 2024-09, ending with November's release (postgresql.org/support/versioning); the day was calculated",
  },
  {
    name: "Prometheus",
    image: "docker.io/prom/prometheus:v3.13.2",
    until: "2027-07-31",
    source: "prometheus.io/docs/introduction/release-cycle (3.13 is a long-term release)",
  },
  {
    name: "Grafana",
    image: "docker.io/grafana/grafana:12.4.11",
    until: "2027-05-24",
    source: "grafana.com, when-to-upgrade (endoflife.date/grafana, 2026-09)",
  },
  {
    name: "Redis' exporter",
    image: "docker.io/oliver006/redis_exporter:v1.80.1",
    until: null,
    source: "not checked",
  },
  {
    name: "PostgreSQL's exporter",
    image: "quay.io/prometheuscommunity/postgres-exporter:v0.19.1",
    until: null,
    source: "not checked",
  },
  {
    name: "unbound's exporter, published by a third party",
    image: "ghcr.io/cybozu/unbound_exporter:0.5.0.4",
    until: null,
    source: "not checked",
  },
];

const DAY_MS = 86_400_000;
/** Number of days before the end of support from which a release prints a warning. */
const SOON_DAYS = 90;

/**
 * Returns a line for each version whose support has ended by the given day, ends soon, or has an unknown end, in this
 * order.
 */
export function supportWarnings(today: Date): readonly string[] {
  const leftDays = ({ until }: ThirdParty) =>
    until === null ? Number.POSITIVE_INFINITY : (Date.parse(until) - today.getTime()) / DAY_MS;
  return THIRD_PARTY.filter((one) => one.until === null || leftDays(one) < SOON_DAYS)
    .toSorted((a, b) => Math.sign(leftDays(a) - leftDays(b)) || 0)
    .map((one) => `${one.image}: ${says(one, leftDays(one))} (${one.source})`);
}

function says({ until }: ThirdParty, leftDays: number): string {
  if (until === null) return "no end of support is known";
  return leftDays < 0 ? `support ended on ${until}` : `support ends on ${until}`;
}
