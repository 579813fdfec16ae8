import { QUEUE_WAIT_MAX_MS } from "../client/call-time.ts";
import { LOG_LEVELS } from "../log.ts";
import {
  anchor,
  anyText,
  authorities,
  cidr,
  corsOrigins,
  databaseUrl,
  decimal,
  denied,
  integer,
  ip,
  list,
  matching,
  oneOf,
  onOff,
  proxy,
  publicUrl,
  redisUrl,
  resolver,
  serviceUrl,
  toolDeadline,
} from "./read-setting.ts";
import { type ConfigOf, secret, setting } from "./settings.ts";

/**
 * Settings of every process and of the gateway. The services define the settings of single tools; main/settings.ts
 * combines all of them.
 */
export const SETTINGS = {
  HOST: setting("127.0.0.1", "Address to listen on.", ip),
  PORT: setting("8080", "Port to listen on; 0 selects a free port.", integer(0, 65535)),
  LISTEN: setting("", "Path of a unix socket to listen on instead of HOST and PORT.", anyText),
  METRICS_HOST: setting("127.0.0.1", "Address to listen on for metrics and health checks.", ip),
  METRICS_PORT: setting(
    "9464",
    "Port for `/metrics`, `/livez`, `/readyz` and pages for the operator (`/doctor`, `/dnsbl`); 0 selects a free port.",
    integer(0, 65535),
  ),
  DNS_RESOLVERS: setting(
    "",
    "Our own resolvers, comma-separated: `ip` or `ip:port`, `[ip6]:port`, `fe80::1%eth0`, `name` or `name:port`. Names are looked up once, when the process starts. Empty: the resolvers in /etc/resolv.conf, which is read again when it changes.",
    list(resolver),
  ),
  DNSSEC_TRUST_ANCHORS: setting(
    "",
    "Trust anchors of DNSSEC validation, for a network with its own root: comma-separated DS data of the root's keys, such as `20326 8 2 E06D44...`. Empty: IANA's trust anchors.",
    list(anchor),
  ),
  DNS_0X20: setting(
    "off",
    "`on`: the letter case of names in queries to authoritative servers is randomized, as protection against forged responses.",
    onOff,
  ),
  DNS_URL: setting(
    "",
    "Address of the dns service, for a gateway in a process of its own: `http://host:port` or `unix:/path`. Separate the addresses of several processes by commas.",
    list(serviceUrl),
  ),
  NETWORK_URL: setting(
    "",
    "Address of the network service, in the same form as DNS_URL. A mail service in a process of its own needs this setting too.",
    list(serviceUrl),
  ),
  CERT_URL: setting("", "Address of the cert service, in the same form as DNS_URL.", list(serviceUrl)),
  MAIL_URL: setting("", "Address of the mail service, in the same form as DNS_URL.", list(serviceUrl)),
  ANALYSIS_URL: setting(
    "",
    "Address of the analysis service, in the same form as DNS_URL.",
    list(serviceUrl),
  ),
  DATA_DIR: setting(
    "data",
    "Folder for data that outlives a process: API keys in SQLite, and downloaded lists such as IANA's list of RDAP servers.",
    anyText,
  ),
  CA_FILE: setting(
    "",
    "File of certificate authorities (PEM) against which servers' certificates are checked, instead of those bundled with Bun.",
    authorities,
  ),
  CA_EXTRA_FILE: setting(
    "",
    "File of additional certificate authorities (PEM). Those in NODE_EXTRA_CA_CERTS are added too.",
    authorities,
  ),
  EGRESS_ALLOW: setting(
    "",
    "Address blocks that may be contacted although they are not public: a comma-separated list of CIDRs.",
    list(cidr),
  ),
  EGRESS_DENY: setting(
    "",
    "Address blocks that must not be contacted, such as your own networks: a comma-separated list of CIDRs, which takes precedence over EGRESS_ALLOW.",
    list(cidr),
  ),
  EGRESS_TEST: setting(
    "on",
    "`on`: each process that runs tools tries what this host and its network let through, at its start, every ten minutes, sooner while something is wrong, and when several servers fail in a row, so that such a fault is never reported as one of a server. It contacts what its tools use: root servers (port 53, UDP and TCP), connectivitycheck.gstatic.com, captive.apple.com and cp.cloudflare.com (80, 443), three whois servers (43) and three mail providers (25: EHLO and STARTTLS). Switch it off in a network with a DNS root of its own.",
    onOff,
  ),
  PROBE_NAME: setting(
    "",
    "Host name of this API in EHLO and User-Agent. Empty: the host of PUBLIC_URL, or dnstools.invalid if that is not set.",
    matching(
      /^$|^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,10}$/i,
      "set a host name such as probe.example.com",
    ),
  ),
  NAMESERVER_QPS: setting(
    "300",
    "Maximum number of queries per second to one name server other than our own resolvers, over all calls, after a burst of 100. A public resolver gets a tenth of this rate. 0: no limit.",
    integer(0, 100_000),
  ),
  REGISTRY_RATE: setting(
    "60",
    "Maximum number of requests per minute to one registry (RDAP, whois), over all calls. 0: no limit. Pauses that registries request are always observed.",
    integer(0, 100_000),
  ),
  CACHE_MAX_AGE_S: setting(
    "3600",
    "Maximum age of a cached whois answer, in seconds. Observations of mail servers are cached for at most a minute. 0 disables both caches.",
    integer(0, 86_400),
  ),
  WAIT_FACTOR: setting(
    "1",
    "Factor for the timeouts of queries to other servers and for the deadlines of tools (at most 60 s), for a slow network or a busy machine. QUEUE_WAIT_MS is scaled too. Set the same value in every process, and raise PROXY_READ_TIMEOUT_S and the shutdown grace period accordingly.",
    decimal(0.1, 10, "1.5"),
  ),
  TOOL_DEADLINES: setting(
    "",
    "Deadlines of tools in milliseconds, instead of their defaults: a comma-separated list such as `dns=4000,mail=15000`, each from 100 to 60000. /openapi.json lists the deadline of each tool.",
    list(toolDeadline),
  ),
  RATE_LIMIT_UNITS: setting(
    "60",
    "Units of the rate limit that a client may use at once. 0: no limit.",
    integer(0, 1_000_000_000),
  ),
  RATE_LIMIT_WINDOW_S: setting(
    "60",
    "Seconds in which all used units of the rate limit are restored.",
    integer(1, 86_400),
  ),
  GATEWAY_COUNT: setting(
    "1",
    "Number of gateways that share the rate limit. Each gateway grants its share of the limit if REDIS_URL is not set or Redis cannot be reached.",
    integer(1, 1000),
  ),
  REDIS_URL: secret(
    "Redis or Valkey for the rate limit of several gateways: `redis://host:port`, `rediss://...` or `unix:/path`. Empty: the limit is kept in memory.",
    redisUrl,
  ),
  REDIS_DEADLINE_MS: setting(
    "50",
    "Timeout of a Redis query in milliseconds. After a timeout this gateway applies its own share of the limit, and retries Redis soon.",
    integer(1, 1000),
  ),
  DATABASE_URL: secret(
    "PostgreSQL database for API keys: `postgres://user:password@host/name`. Empty: an SQLite file in DATA_DIR.",
    databaseUrl,
  ),
  KEY_GRACE_S: setting(
    "3600",
    "Seconds for which API keys that were found valid continue to work while the database cannot be reached.",
    integer(0, 86_400),
  ),
  SERVICE_CONCURRENCY: setting(
    "320",
    "Maximum units of calls that one service works on at once. A call counts as many units as its tool costs, and at least 16 calls are always possible. Further calls wait, and callers take turns. 0: no limit, except for a quarter of the open-file limit and, for services in other processes, BUN_CONFIG_MAX_HTTP_REQUESTS.",
    integer(0, 100_000),
  ),
  KEY_CONCURRENCY: setting(
    "240",
    "Maximum units of calls that one service works on at once for one API key, or for one client without a key, so that capacity remains for others. 0: no limit.",
    integer(0, 100_000),
  ),
  TARGET_CONCURRENCY: setting(
    "8",
    "Maximum number of calls about one target (all names of a domain count as one target) that one service works on at once, and of concurrent connections to one address of a web server. Further calls and connections wait for their turn. 0: no limit.",
    integer(0, 100_000),
  ),
  QUEUE_WAIT_MS: setting(
    "5000",
    "Maximum milliseconds that a call waits for its turn, before its tool's deadline starts. A call that is expected to wait longer is refused at once with status 503. Set the same value in every process.",
    integer(100, QUEUE_WAIT_MAX_MS),
  ),
  TARGET_DENY: setting(
    "",
    "Targets that no call may ask about: a comma-separated list of names (including all names below them), addresses and CIDRs, or the path of a file with one on each line.",
    denied,
  ),
  DRAIN_DELAY_MS: setting(
    "1500",
    "Milliseconds for which a process still accepts requests after SIGTERM, while /readyz reports that it is draining. It must be longer than the time for which a proxy avoids a gateway that failed.",
    integer(0, 60_000),
  ),
  TRUSTED_PROXIES: setting(
    "",
    "Proxies whose X-Forwarded-For header is trusted: a comma-separated list of addresses and CIDRs, and `unix` for connections through LISTEN.",
    list(proxy),
  ),
  PUBLIC_URL: setting(
    "",
    "Public URL of this API, used for links in the OpenAPI document. Its host is always accepted in the Host header.",
    publicUrl,
  ),
  CORS_ORIGINS: setting(
    "",
    "Origins whose web pages may read answers: a comma-separated list such as `https://tools.example.net`, `*` for all, or `none` for this API's own pages only. Empty: all, or `none` if EGRESS_ALLOW is set.",
    corsOrigins,
  ),
  OPERATOR_CONTACT: setting(
    "",
    "Your contact address, shown to callers whose requests are refused. An e-mail address or https URL is also shown in `/.well-known/security.txt`.",
    anyText,
  ),
  LOG_LEVEL: setting(
    "info",
    "Minimum level of log lines: `debug`, `info`, `warn` or `error`. `debug` logs every request.",
    oneOf(LOG_LEVELS),
  ),
  LOG_QUERIES: setting(
    "off",
    "`on`: log lines and spans include the target of a request and its client. `off`: they never include a queried name or a client's address.",
    onOff,
  ),
} as const;

/** The values of the settings of every process and of the gateway. */
export type Config = ConfigOf<typeof SETTINGS>;
