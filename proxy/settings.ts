import { SETTINGS as GATEWAY } from "@dnstools/server/config/config";
import { integer, list, matching, onOff, proxy } from "@dnstools/server/config/read-setting";
import {
  type ConfigOf,
  type ConfigResult,
  type Environment,
  readSettings,
  setting,
} from "@dnstools/server/config/settings";
import { certificate } from "./certificate.ts";
import { endpoint, place, placeOrNone, serverName, upstream } from "./endpoint.ts";

/** Every setting of the reverse proxy. The table in deploy/settings.md is generated from this object. */
export const SETTINGS = {
  PROXY_LISTEN: setting(
    "127.0.0.1:8080",
    "Addresses on which plain HTTP is accepted: a comma-separated list of `ip:port`, `[ip6]:port` or `unix:/path`; `none` for TLS only.",
    (text: string) => (text === "none" ? { value: [] } : list(endpoint)(text)),
  ),
  PROXY_LISTEN_TLS: setting(
    "",
    "Addresses on which TLS is accepted, in the same format, such as `0.0.0.0:443,[::]:443`.",
    list(endpoint),
  ),
  PROXY_SERVER_NAMES: setting(
    "",
    "Comma-separated host names that are served. Requests for other names get 421, or fail in the TLS handshake. Empty: all names, without TLS.",
    list(serverName),
  ),
  PROXY_CERTIFICATES: setting(
    "",
    "Certificate for TLS: `/path/fullchain.pem=/path/privkey.pem`; a comma-separated list for several types of keys.",
    list(certificate),
  ),
  PROXY_REDIRECT: setting(
    "on",
    "`on`: if TLS is accepted, plain HTTP is redirected to HTTPS; `off`: plain HTTP is served too.",
    onOff,
  ),
  PROXY_TRUSTED: setting(
    "",
    "Trusted proxies and load balancers in front of this one, which report the client's address: a comma-separated list of addresses, CIDRs, and `unix` for connections through a Unix socket.",
    list(proxy),
  ),
  PROXY_PROTOCOL: setting(
    "off",
    "`on`: the proxies in PROXY_TRUSTED report the client's address with the PROXY protocol (v1, v2), which is then required on every connection; `off`: with X-Forwarded-For.",
    onOff,
  ),
  PROXY_UPSTREAMS: setting(
    "127.0.0.1:8090",
    "Addresses of the gateways: a comma-separated list of `ip:port`, `host:port` or `unix:/path`.",
    list(upstream),
  ),
  PROXY_READ_TIMEOUT_S: setting(
    "23",
    "Seconds to wait for a gateway's response: 2 more than the longest call takes (QUEUE_WAIT_MS, the tool's deadline, and 1 s). A stop waits another 2 seconds for requests in flight.",
    integer(2, 300),
  ),
  PROXY_FLOOD_RATE: setting(
    "50",
    "Requests per second of one client (IPv4 address or IPv6 /64) above which it gets 429. A client may send a burst of twice this number, and have twice this number of requests (at least 20) in flight. 0 disables all three limits.",
    integer(0, 1_000_000),
  ),
  PROXY_KEY_RATE: setting(
    "1000",
    "The same limits for a client that sends a well-formed key; above them it gets 503.",
    integer(0, 1_000_000),
  ),
  PROXY_ACCESS_LOG: setting(
    "stdout",
    "Destination of the access log, which has a JSON line for each request: `stdout`, `off`, or the path of a file.",
    matching(
      /^(off|stdout|\/[\w./@+-]{1,200})$/,
      "set stdout, off, or the path of a file of letters, digits and . _ - / @ +",
    ),
  ),
  PROXY_LOG_ADDRESSES: setting("off", "`on`: the access log contains the addresses of clients.", onOff),
  PROXY_METRICS_LOG: setting(
    "",
    "UDP address to which nginx sends a line for each request, and on which edge-metrics receives the lines, such as `127.0.0.1:9465`. Empty: nginx sends no lines; with `bin/start --with-proxy` a free port is used.",
    placeOrNone,
  ),
  PROXY_METRICS: setting(
    "127.0.0.1:9466",
    "Address on which edge-metrics serves `/metrics` and `/livez`; port 0 means a free port.",
    place,
  ),
  PROXY_STATUS: setting(
    "127.0.0.1:9467",
    "Address on which nginx reports to this machine its number of connections (`/nginx_status`) and that it is running (`/livez`).",
    endpoint,
  ),
  PROXY_WORKERS: setting(
    "auto",
    "Number of worker processes; `auto`: one for each processor.",
    matching(/^(auto|[1-9]\d?)$/, "set auto, or a whole number from 1 to 99"),
  ),
  PROXY_CONNECTIONS: setting(
    "4096",
    "Maximum number of connections of one worker, to clients and gateways together.",
    integer(64, 65_535),
  ),
  // The gateway's own settings, so that refusals of nginx show the same limit and contact as refusals of the gateway.
  RATE_LIMIT_UNITS: GATEWAY.RATE_LIMIT_UNITS,
  RATE_LIMIT_WINDOW_S: GATEWAY.RATE_LIMIT_WINDOW_S,
  OPERATOR_CONTACT: GATEWAY.OPERATOR_CONTACT,
} as const;

/** The parsed settings of the reverse proxy. */
export type EdgeConfig = ConfigOf<typeof SETTINGS>;

/** Parses all settings from the environment and collects all problems, including those of settings in combination. */
export function parseEdgeConfig(env: Environment): ConfigResult<typeof SETTINGS> {
  const result = readSettings(SETTINGS, env);
  const problems = result.ok ? problemsTogether(result.config) : [];
  return problems.length > 0 ? { ok: false, problems } : result;
}

function problemsTogether(config: EdgeConfig): readonly string[] {
  const { PROXY_LISTEN, PROXY_LISTEN_TLS, PROXY_CERTIFICATES, PROXY_SERVER_NAMES, PROXY_UPSTREAMS } = config;
  const listens = [...PROXY_LISTEN, ...PROXY_LISTEN_TLS];
  const rules: readonly (readonly [boolean, string])[] = [
    [listens.length === 0, "PROXY_LISTEN and PROXY_LISTEN_TLS are both empty: set an address to listen on"],
    [
      new Set(listens).size < listens.length,
      "PROXY_LISTEN and PROXY_LISTEN_TLS contain the same address twice",
    ],
    [PROXY_UPSTREAMS.length === 0, "PROXY_UPSTREAMS is empty: set the addresses of the gateways"],
    [
      PROXY_LISTEN_TLS.length > 0 && PROXY_CERTIFICATES.length === 0,
      "PROXY_CERTIFICATES is empty: PROXY_LISTEN_TLS needs a certificate",
    ],
    [
      PROXY_LISTEN_TLS.length > 0 && PROXY_SERVER_NAMES.length === 0,
      "PROXY_SERVER_NAMES is empty: PROXY_LISTEN_TLS needs the names that the certificate is for",
    ],
    [
      PROXY_LISTEN_TLS.length === 0 && PROXY_CERTIFICATES.length > 0,
      "PROXY_LISTEN_TLS is empty: PROXY_CERTIFICATES would not be used",
    ],
    [
      config.PROXY_PROTOCOL && config.PROXY_TRUSTED.length === 0,
      "PROXY_TRUSTED is empty: set the addresses of the proxies that use the PROXY protocol",
    ],
  ];
  return rules.flatMap(([broken, problem]) => (broken ? [problem] : []));
}
