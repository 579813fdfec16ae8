import { type Case, HERE, NS } from "./case.ts";

const recursor = (outcome: string, upstream = "recursor") =>
  `dnstools_dns_queries_total{${NS},job="dns",instance="d1",upstream_class="${upstream}",transport="udp",outcome="${outcome}"}`;
const registry = (protocol: string, outcome: string) =>
  `dnstools_${protocol}_requests_total{${NS},job="network",instance="n1",registry="verisign",outcome="${outcome}"}`;
/**
 * Returns the health series of `count` blocklists: the last `ill` lists have the given values, and all other lists are
 * healthy.
 */
const lists = (count: number, ill: number, values: string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `dnstools_dnsbl_list_healthy{${NS},job="network",instance="n1",list="l${n}",family="ipv4"}`,
      n < count - ill ? "1x120" : values,
    ]),
  );
const keyed = (result: string) =>
  `dnstools_auth_attempts_total{${NS},job="gateway",instance="g1",result="${result}"}`;
const list = (metric: string, more: string) =>
  `dnstools_dnsbl_${metric}{${NS},job="network",instance="n1",list="zen.spamhaus.org",${more}}`;
const capability = (name: string, instance = "c1") =>
  `dnstools_egress_capability{${NS},job="cert",instance="${instance}",capability="${name}"}`;
const trusted = `dnstools_resolver_trusted{${NS},job="dns",instance="d1",resolver="192.0.2.1#53"}`;
const age = (file: string) =>
  `dnstools_data_file_age_seconds{${NS},job="network",instance="n1",file="${file}"}`;
const db = `dnstools_db_errors_total{${NS},job="gateway",instance="g1",operation="refresh"}`;
const asked = `dnstools_db_query_duration_seconds_count{${NS},job="gateway",instance="g1",operation="refresh"}`;
const degraded = `dnstools_ratelimit_degraded{${NS},job="gateway",instance="g1"}`;

export const DEPENDS_CASES: readonly Case[] = [
  {
    alert: "DnstoolsResolverFailing",
    rule: { callers: "failing" },
    says: "half of the queries get no answer, and tools fail",
    series: {
      [recursor("noerror")]: "0+60x60",
      [recursor("timeout")]: "0+60x60",
      [`dnstools_tool_requests_total{${NS},job="dns",instance="d1",tool="dns",outcome="upstream_error"}`]:
        "0+9x60",
    },
    at: "20m",
    fires: [HERE],
  },
  {
    alert: "DnstoolsResolverFailing",
    rule: { callers: "failing" },
    says: "one caller keeps asking about broken zones and gets answers",
    series: {
      [recursor("noerror")]: "0+60x60",
      [recursor("servfail")]: "0+60x60",
      [`dnstools_tool_requests_total{${NS},job="dns",instance="d1",tool="dns",outcome="upstream_error"}`]:
        "3x60",
    },
    at: "50m",
    fires: [],
  },
  {
    alert: "DnstoolsResolverUntrusted",
    says: "a resolver denies the root",
    series: { [trusted]: "1x10 0x60" },
    at: "30m",
    fires: [{ ...HERE, resolver: "192.0.2.1#53" }],
  },
  {
    alert: "DnstoolsResolverUntrusted",
    says: "a resolver was not trusted for a minute",
    series: { [trusted]: "1x10 0x1 1x60" },
    at: "30m",
    fires: [],
  },
  {
    alert: "DnstoolsResolverFailing",
    rule: { callers: "served" },
    says: "half of the queries fail for a long time",
    series: { [recursor("noerror")]: "0+60x60", [recursor("servfail")]: "0+60x60" },
    at: "50m",
    fires: [HERE],
  },
  {
    alert: "DnstoolsResolverFailing",
    rule: { callers: "served" },
    says: "authoritative servers do not answer, which is a normal result",
    series: {
      [recursor("noerror")]: "0+90x60",
      [recursor("nxdomain")]: "0+90x60",
      [recursor("servfail")]: "0+9x60",
      [recursor("timeout", "authoritative")]: "0+900x60",
    },
    at: "20m",
    fires: [],
  },
  {
    alert: "DnstoolsResolverFailing",
    rule: { callers: "failing" },
    says: "three minutes without answers are over",
    series: {
      [`dnstools_tool_requests_total{${NS},job="dns",instance="d1",tool="dns",outcome="upstream_error"}`]:
        "0x10 0+9x3 27x60",
      [recursor("noerror")]: "0+60x10 600x3 600+60x60",
      [recursor("timeout")]: "0x10 0+60x3 180x60",
    },
    at: "15m",
    fires: [],
  },
  {
    alert: "DnstoolsRateLimitDegraded",
    says: "one of two gateways has had no Redis for a long time",
    series: { [degraded]: "0x5 1x60", [degraded.replace("g1", "g2")]: "0x60" },
    at: "15m",
    fires: [HERE],
  },
  {
    alert: "DnstoolsRateLimitDegraded",
    says: "Redis was restarted",
    series: { [degraded]: "0x5 1x3 0x60" },
    at: "9m",
    fires: [],
  },
  {
    alert: "DnstoolsDatabaseErrors",
    rule: { callers: "failing" },
    says: "a third of the keys cannot be looked up",
    series: {
      [keyed("anonymous")]: "0+6000x60",
      [keyed("ok")]: "0+40x60",
      [keyed("unavailable")]: "0+20x60",
    },
    at: "15m",
    fires: [HERE],
  },
  {
    alert: "DnstoolsDatabaseErrors",
    rule: { callers: "failing" },
    says: "the database is down, and keys in use are remembered",
    series: {
      [db]: "0+6x60",
      [asked]: "0+6x60",
      [keyed("ok")]: "0+400x60",
      [keyed("unavailable")]: "0x60",
    },
    at: "15m",
    fires: [],
  },
  {
    alert: "DnstoolsDatabaseErrors",
    rule: { callers: "served" },
    says: "the database is down",
    series: { [db]: "0+6x60", [asked]: "0+6x60" },
    at: "15m",
    fires: [HERE],
  },
  {
    alert: "DnstoolsDatabaseErrors",
    rule: { callers: "served" },
    says: "one query of a hundred failed",
    series: { [db]: "0+1x60", [asked]: "0+100x60" },
    at: "15m",
    fires: [],
  },
  {
    alert: "DnstoolsDatabaseErrors",
    rule: { callers: "served" },
    says: "there are no database queries",
    series: { [db]: "5x60", [asked]: "9x60" },
    at: "15m",
    fires: [],
  },
  {
    alert: "DnstoolsRegistryRefusing",
    says: "a registry refuses us over RDAP and at port 43",
    series: {
      [registry("rdap", "ok")]: "0+1x120",
      [registry("rdap", "rate_limited")]: "0+9x120",
      [registry("whois", "ok")]: "0+1x120",
      [registry("whois", "refused")]: "0+9x120",
    },
    at: "80m",
    fires: [
      { ...HERE, registry: "verisign", protocol: "rdap" },
      { ...HERE, registry: "verisign", protocol: "whois" },
    ],
  },
  {
    alert: "DnstoolsRegistryRefusing",
    says: "the registry is slow",
    series: { [registry("rdap", "ok")]: "0+1x120", [registry("rdap", "timeout")]: "0+9x120" },
    at: "80m",
    fires: [],
  },
  {
    alert: "DnstoolsRegistryRefusing",
    says: "it refused us for ten minutes",
    series: { [registry("rdap", "ok")]: "0+9x120", [registry("rdap", "rate_limited")]: "0x30 0+9x10 90x80" },
    at: "45m",
    fires: [],
  },
  {
    alert: "DnstoolsBlocklistsUnhealthy",
    says: "five of twenty fail",
    series: lists(20, 5, "1x5 0x120"),
    at: "40m",
    fires: [HERE],
  },
  {
    alert: "DnstoolsBlocklistsUnhealthy",
    says: "four of twenty always fail",
    series: lists(20, 4, "0x120"),
    at: "60m",
    fires: [],
  },
  {
    alert: "DnstoolsBlocklistsUnhealthy",
    says: "only two lists were checked, and both fail",
    series: lists(2, 2, "0x120"),
    at: "60m",
    fires: [],
  },
  {
    alert: "DnstoolsBlocklistsUnhealthy",
    says: "another process finds them healthy",
    series: {
      ...lists(20, 20, "0x120"),
      ...Object.fromEntries(
        Object.keys(lists(20, 20, "")).map((series) => [series.replace("n1", "n2"), "1x120"]),
      ),
    },
    at: "60m",
    fires: [],
  },
  {
    alert: "DnstoolsBlocklistsRefuseUs",
    says: "a fifth of the answers are refusals",
    series: {
      [list("queries_total", 'outcome="clean"')]: "0+80x120",
      [list("queries_total", 'outcome="blocked_code"')]: "0+20x120",
    },
    at: "70m",
    fires: [HERE],
  },
  {
    alert: "DnstoolsBlocklistsRefuseUs",
    says: "addresses are listed, and a list times out",
    series: {
      [list("queries_total", 'outcome="clean"')]: "0+10x120",
      [list("queries_total", 'outcome="listed"')]: "0+80x120",
      [list("queries_total", 'outcome="timeout"')]: "0+20x120",
      [list("queries_total", 'outcome="blocked_code"')]: "0x120",
    },
    at: "70m",
    fires: [],
  },
  {
    alert: "DnstoolsEgressCapabilityLost",
    says: "port 25 was open and is now blocked",
    series: { [capability("tcp_25")]: "1x30 0x120", [capability("ipv6")]: "1x150" },
    at: "60m",
    fires: [{ ...HERE, capability: "tcp_25" }],
  },
  {
    alert: "DnstoolsEgressCapabilityLost",
    says: "there never was IPv6 or port 25, and everything else works",
    series: {
      [capability("ipv6")]: "0x150",
      [capability("tcp_25")]: "0x150",
      [capability("clock")]: "1x150",
    },
    at: "60m",
    fires: [],
  },
  {
    alert: "DnstoolsEgressCapabilityLost",
    says: "DNS never got through, and one of two clocks is wrong",
    series: {
      [capability("udp_53_ipv4")]: "0x30",
      [capability("clock")]: "1x30",
      [capability("clock", "c2")]: "0x30",
    },
    at: "16m",
    fires: [
      { ...HERE, capability: "clock" },
      { ...HERE, capability: "udp_53_ipv4" },
    ],
  },
  {
    alert: "DnstoolsEgressCapabilityLost",
    says: "one of two processes has IPv6 and port 25",
    series: {
      [capability("ipv6")]: "1x150",
      [capability("ipv6", "c2")]: "0x150",
      [capability("tcp_25")]: "1x150",
      [capability("tcp_25", "c2")]: "0x150",
    },
    at: "60m",
    fires: [],
  },
  {
    alert: "DnstoolsEgressCapabilityLost",
    says: "the trials failed for ten minutes",
    series: { [capability("tcp_25")]: "1x30 0x10 1x120", [capability("tls")]: "1x30 0x10 1x120" },
    at: "40m",
    fires: [],
  },
  {
    alert: "DnstoolsDataFileStale",
    says: "IANA's list is over a week old, and the AS database over two months",
    series: { [age("rdap_dns")]: "600000+60x200", [age("as_database")]: "6000000+60x200" },
    at: "180m",
    fires: [
      { ...HERE, file: "as_database" },
      { ...HERE, file: "rdap_dns" },
    ],
  },
  {
    alert: "DnstoolsDataFileStale",
    says: "the lists are two days and a month old",
    series: { [age("rdap_dns")]: "172800+60x200", [age("as_database")]: "2592000+60x200" },
    at: "180m",
    fires: [],
  },
];
