import { QUEUE_WAIT_MAX_MS } from "../client/call-time.ts";
import { attributePairs, collectorUrl, headerPairs, protocol, trueFalse } from "../trace/read-setting.ts";
import { ratio, samplerName } from "../trace/sampler.ts";
import {
  anchor,
  anyText,
  authorities,
  blocklistKey,
  cidr,
  corsOrigins,
  databaseUrl,
  denied,
  factor,
  hostName,
  httpsUrl,
  integer,
  ip,
  level,
  list,
  onOff,
  proxy,
  publicUrl,
  redisUrl,
  resolver,
  serviceUrl,
  words,
} from "./read-setting.ts";
import { type ConfigOf, type ConfigResult, type Environment, readSettings, setting } from "./settings.ts";

/** Every setting. The tables in deploy/README.md are checked against this. */
export const SETTINGS = {
  HOST: setting("127.0.0.1", "Address to listen on.", ip),
  PORT: setting("8080", "Port to listen on; 0 takes a free one.", integer(0, 65535)),
  LISTEN: setting("", "Path of a unix socket to listen on instead of HOST and PORT.", anyText),
  METRICS_HOST: setting("127.0.0.1", "Address for metrics and health.", ip),
  METRICS_PORT: setting(
    "9464",
    "Port for `/metrics`, `/livez`, `/readyz` and pages of services (`/dnsbl`); 0 takes a free one.",
    integer(0, 65535),
  ),
  DNS_RESOLVERS: setting(
    "",
    "Our own resolvers: `ip` or `ip:port`, `[ip6]:port`, `name` or `name:port`, in a comma list. Names are looked up once, at the start. Empty: those of /etc/resolv.conf.",
    list(resolver),
  ),
  DNSSEC_TRUST_ANCHORS: setting(
    "",
    "DS data of the root's keys that DNSSEC validation begins with, in a comma list, such as `20326 8 2 E06D44...`: for a network with a root of its own. Empty: IANA's.",
    list(anchor),
  ),
  DNS_0X20: setting(
    "off",
    "`on`: questions to name servers of others have their letters in random case, against forged answers.",
    onOff,
  ),
  DNS_URL: setting(
    "",
    "Where the dns service is, for a gateway in a process of its own: `http://host:port` or `unix:/path`; several of its processes in a comma list.",
    list(serviceUrl),
  ),
  NETWORK_URL: setting(
    "",
    "Where the network service is, likewise; the mail service in a process of its own asks it too.",
    list(serviceUrl),
  ),
  CERT_URL: setting("", "Where the cert service is, likewise.", list(serviceUrl)),
  MAIL_URL: setting("", "Where the mail service is, likewise.", list(serviceUrl)),
  ANALYSIS_URL: setting("", "Where the analysis service is, likewise.", list(serviceUrl)),
  DATA_DIR: setting(
    "data",
    "Folder for what outlives a process, such as IANA's list of RDAP servers.",
    anyText,
  ),
  CA_FILE: setting(
    "",
    "Certificate authorities (PEM) that servers are checked against, in place of those bundled with Bun.",
    authorities,
  ),
  CA_EXTRA_FILE: setting(
    "",
    "Certificate authorities (PEM) beside those; NODE_EXTRA_CA_CERTS counts as it.",
    authorities,
  ),
  EGRESS_ALLOW: setting(
    "",
    "Blocks that may be asked though they are not public, in a comma list of CIDRs.",
    list(cidr),
  ),
  EGRESS_DENY: setting(
    "",
    "Blocks that must not be asked, such as your own networks; they win over EGRESS_ALLOW.",
    list(cidr),
  ),
  EGRESS_TEST: setting(
    "on",
    "`on`: the cert service tries at its start, and again where connections fail, whether IPv6 and port 25 lead out of your network, at root servers and large mail providers. What does not is never held against a server.",
    onOff,
  ),
  PROBE_NAME: setting(
    "",
    "Host name of this API in EHLO and User-Agent. Empty: that of PUBLIC_URL, or else dnstools.invalid.",
    hostName,
  ),
  NAMESERVER_QPS: setting(
    "300",
    "Questions a second to one name server of others, over all calls, after a burst of 100; a public resolver gets a tenth of it. 0 lifts it.",
    integer(0, 100_000),
  ),
  REGISTRY_RATE: setting(
    "60",
    "Questions a minute to one registry (RDAP, whois), over all calls; 0 lifts it. What registries ask for is kept to always.",
    integer(0, 100_000),
  ),
  DNSBL_KEYS: setting(
    "",
    "Keys of blocklists, in a comma list: `spamhaus=KEY` (DQS), `spamrats=KEY`, `abusix=KEY`.",
    list(blocklistKey),
  ),
  AS_DATABASE: setting(
    "",
    "File of origin ASes (MMDB, such as of @ip-location-db) to read in place of asking Team Cymru.",
    anyText,
  ),
  CACHE_MAX_AGE_S: setting(
    "3600",
    "Seconds that an answer of whois, or for a minute what a mail server showed, is given again at most; 0 keeps none.",
    integer(0, 86_400),
  ),
  WAIT_FACTOR: setting(
    "1",
    "How many times as long as usual the servers that are asked may take, and tools have (at most 60 s): for a slow line, or a machine that is always busy. QUEUE_WAIT_MS is scaled too. The same in every process; raise PROXY_READ_TIMEOUT_S, PROXY_DRAIN_S and the grace period of a stop with it.",
    factor(0.1, 10),
  ),
  DNS_DEADLINE_MS: setting("5000", "Milliseconds the dns tool has.", integer(100, 60_000)),
  REVERSE_DEADLINE_MS: setting("5000", "Milliseconds the reverse tool has.", integer(100, 60_000)),
  WHOIS_DEADLINE_MS: setting("10000", "Milliseconds the whois tool has.", integer(100, 60_000)),
  DNSBL_DEADLINE_MS: setting("6000", "Milliseconds the dnsbl tool has.", integer(100, 60_000)),
  SSL_DEADLINE_MS: setting("10000", "Milliseconds the ssl tool has.", integer(100, 60_000)),
  MAIL_DEADLINE_MS: setting("12000", "Milliseconds the mail tool has.", integer(100, 60_000)),
  PROPAGATION_DEADLINE_MS: setting("8000", "Milliseconds the propagation tool has.", integer(100, 60_000)),
  SCOUT_DEADLINE_MS: setting("15000", "Milliseconds the scout tool has.", integer(100, 60_000)),
  RESOLVER_LIST_URL: setting(
    "",
    "List of public resolvers that propagation adds to its own, fetched once a day: a CSV such as https://public-dns.info/nameservers.csv. Empty: none.",
    httpsUrl,
  ),
  SCOUT_QUESTIONS: setting(
    "2000",
    "Questions that one call of scout asks at most; 0 lifts it.",
    integer(0, 1_000_000),
  ),
  SCOUT_WORDS: setting(
    "",
    "File of names, one a line, that scout looks for below a domain in place of its own 300.",
    words,
  ),
  RATE_LIMIT_UNITS: setting(
    "60",
    "Units a client may use at once; 0 lifts the limit.",
    integer(0, 1_000_000_000),
  ),
  RATE_LIMIT_WINDOW_S: setting("60", "Seconds in which used units come back.", integer(1, 86_400)),
  GATEWAY_COUNT: setting(
    "1",
    "Gateways that share the limit. Without REDIS_URL each grants its part of it; with it, so while the store is out of reach.",
    integer(1, 1000),
  ),
  REDIS_URL: setting(
    "",
    "Redis or Valkey for the limit of several gateways: `redis://host:port`, `rediss://...` or `unix:/path`. Empty: in memory.",
    redisUrl,
  ),
  REDIS_DEADLINE_MS: setting(
    "50",
    "Milliseconds for an answer of Redis. After them this gateway decides by its own part of the limit, and asks again soon.",
    integer(1, 1000),
  ),
  DATABASE_URL: setting(
    "",
    "PostgreSQL for API keys: `postgres://user:password@host/name`. Empty: an SQLite file in DATA_DIR.",
    databaseUrl,
  ),
  KEY_GRACE_S: setting(
    "3600",
    "Seconds that keys which were seen to be valid go on working while the database is out of reach.",
    integer(0, 86_400),
  ),
  SERVICE_CONCURRENCY: setting(
    "320",
    "Units of calls that one service works on at once: a call counts as many as it costs, and at least 16 calls fit. More wait for their turn, callers in turn. 0 lifts it; a quarter of the open files and, to services in other processes, BUN_CONFIG_MAX_HTTP_REQUESTS bound it all the same.",
    integer(0, 100_000),
  ),
  KEY_CONCURRENCY: setting(
    "240",
    "The same for calls of one key, or of one client without a key: the rest is left to others. 0 lifts it.",
    integer(0, 100_000),
  ),
  TARGET_CONCURRENCY: setting(
    "8",
    "Calls about one target, such as all names of a domain, that one service works on at once, and connections to one address of a web server. More wait for their turn. 0 lifts it.",
    integer(0, 100_000),
  ),
  QUEUE_WAIT_MS: setting(
    "5000",
    "Milliseconds that a call waits for its turn at most, before its tool's own deadline begins; a call that would wait longer is answered 503 at once. The same in every process.",
    integer(100, QUEUE_WAIT_MAX_MS),
  ),
  TARGET_DENY: setting(
    "",
    "Whom nobody may ask about: names (with all below them), addresses and CIDRs in a comma list, or a file with one a line.",
    denied,
  ),
  DRAIN_DELAY_MS: setting(
    "1500",
    "Milliseconds that a process goes on taking requests after SIGTERM, while /readyz says that it drains: longer than a proxy leaves alone a gateway that failed.",
    integer(0, 60_000),
  ),
  TRUSTED_PROXIES: setting(
    "",
    "Who may say in X-Forwarded-For who the client is: addresses and CIDRs in a comma list, and `unix` for whoever comes through LISTEN.",
    list(proxy),
  ),
  PUBLIC_URL: setting(
    "",
    "Where callers reach this API: for links in the OpenAPI document, and a Host that is always served.",
    publicUrl,
  ),
  CORS_ORIGINS: setting(
    "",
    "Origins whose web pages may read answers, in a comma list such as `https://tools.example.net`; `*` for all, `none` for none but this API's own. Empty: all, or none where EGRESS_ALLOW is set.",
    corsOrigins,
  ),
  OPERATOR_CONTACT: setting("", "How to reach you: named to callers who are refused.", anyText),
  LOG_LEVEL: setting("info", "debug, info, warn or error; debug logs every request.", level),
  LOG_QUERIES: setting(
    "off",
    "`on`: lines of the log and spans about a request tell what was asked and by whom. Off: never a name asked or a client's address.",
    onOff,
  ),
  OTEL_SDK_DISABLED: setting("false", "`true`: no traces are sent, whatever else is set.", trueFalse),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    "",
    "Collector that traces are sent to over HTTP, such as `http://collector:4318`; `/v1/traces` is added. Empty: none are.",
    collectorUrl,
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting(
    "",
    "The whole URL that traces are posted to, in place of that.",
    collectorUrl,
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting(
    "http/protobuf",
    "How traces are written: that, or `http/json`.",
    protocol,
  ),
  OTEL_EXPORTER_OTLP_HEADERS: setting(
    "",
    "Headers for the collector: `name=value` in a comma list, values percent-encoded.",
    headerPairs,
  ),
  OTEL_EXPORTER_OTLP_TIMEOUT: setting(
    "10000",
    "Milliseconds the collector has to take a batch.",
    integer(100, 60_000),
  ),
  OTEL_EXPORTER_OTLP_CERTIFICATE: setting(
    "",
    "Certificate authorities (PEM) that the collector's is checked against, in place of those bundled with Bun.",
    authorities,
  ),
  OTEL_TRACES_SAMPLER: setting(
    "parentbased_always_on",
    "Which traces are exported: that, always_on, always_off, parentbased_always_off or parentbased_traceidratio. The gateway decides, whatever its caller says; services follow.",
    samplerName,
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    "1",
    "The part of traces that parentbased_traceidratio exports, from 0 to 1.",
    ratio,
  ),
  OTEL_SERVICE_NAME: setting(
    "",
    "The process's name at the collector. Empty: `dnstools-` and its target.",
    anyText,
  ),
  OTEL_RESOURCE_ATTRIBUTES: setting(
    "",
    "What the collector is told of the process beside: `name=value` in a comma list, values percent-encoded.",
    attributePairs,
  ),
  OTEL_BSP_MAX_QUEUE_SIZE: setting(
    "2048",
    "Spans that wait to be sent at most; what comes then is dropped, and counted.",
    integer(1, 1_000_000),
  ),
  OTEL_BSP_SCHEDULE_DELAY: setting(
    "5000",
    "Milliseconds that spans wait to be sent together.",
    integer(10, 60_000),
  ),
  TRACE_EXCHANGES: setting(
    "64",
    "Questions and connections of one run that its trace shows as spans; the others are counted.",
    integer(0, 10_000),
  ),
} as const;

/** Settings that this version no longer has, and why. */
export const GONE: Readonly<Record<string, string>> = {
  SHED_LAG_MS: "calls wait for their turn instead (SERVICE_CONCURRENCY, QUEUE_WAIT_MS)",
  SHED_TURN_MS: "calls wait for their turn instead (SERVICE_CONCURRENCY, QUEUE_WAIT_MS)",
  CONNECTION_AGE_S: "connections are kept",
};

/** A line for each setting that has gone and is still set. */
export function goneSettings(env: Environment): readonly string[] {
  return Object.entries(GONE)
    .filter(([name]) => env[name] !== undefined)
    .map(([name, why]) => `${name} is set and does nothing: ${why}. Remove it.`);
}

export type Config = ConfigOf<typeof SETTINGS>;

/** Reads every setting from the environment. All problems are told together. */
export function parseConfig(env: Environment): ConfigResult<typeof SETTINGS> {
  return readSettings(SETTINGS, env);
}
