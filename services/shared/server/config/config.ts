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
 * Settings of every process and of the gateway. Settings of single tools are defined in their services;
 * main/settings.ts combines all of them.
 */
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
    matching(
      /^$|^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,10}$/i,
      "set a host name such as probe.example.com",
    ),
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
  CACHE_MAX_AGE_S: setting(
    "3600",
    "Seconds that an answer of whois, or for a minute what a mail server showed, is given again at most; 0 keeps none.",
    integer(0, 86_400),
  ),
  WAIT_FACTOR: setting(
    "1",
    "How many times as long as usual the servers that are asked may take, and tools have (at most 60 s): for a slow line, or a machine that is always busy. QUEUE_WAIT_MS is scaled too. The same in every process; raise PROXY_READ_TIMEOUT_S and the grace period of a stop with it.",
    decimal(0.1, 10, "1.5"),
  ),
  TOOL_DEADLINES: setting(
    "",
    "Milliseconds that tools have in place of their own deadlines, in a comma list such as `dns=4000,mail=15000`, each from 100 to 60000. /openapi.json says what each tool has.",
    list(toolDeadline),
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
  REDIS_URL: secret(
    "Redis or Valkey for the limit of several gateways: `redis://host:port`, `rediss://...` or `unix:/path`. Empty: in memory.",
    redisUrl,
  ),
  REDIS_DEADLINE_MS: setting(
    "50",
    "Milliseconds for an answer of Redis. After them this gateway decides by its own part of the limit, and asks again soon.",
    integer(1, 1000),
  ),
  DATABASE_URL: secret(
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
  OPERATOR_CONTACT: setting(
    "",
    "How to reach you: named to callers who are refused, and in `/.well-known/security.txt` where it is an e-mail address or an https URL.",
    anyText,
  ),
  LOG_LEVEL: setting("info", "debug, info, warn or error; debug logs every request.", oneOf(LOG_LEVELS)),
  LOG_QUERIES: setting(
    "off",
    "`on`: lines of the log and spans about a request tell what was asked and by whom. Off: never a name asked or a client's address.",
    onOff,
  ),
} as const;

/** The values of these settings. */
export type Config = ConfigOf<typeof SETTINGS>;
