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
    "Where plain HTTP is taken: `ip:port`, `[ip6]:port` or `unix:/path`, in a comma list; `none` for TLS alone.",
    (text: string) => (text === "none" ? { value: [] } : list(endpoint)(text)),
  ),
  PROXY_LISTEN_TLS: setting(
    "",
    "Where TLS is taken, likewise, such as `0.0.0.0:443,[::]:443`.",
    list(endpoint),
  ),
  PROXY_SERVER_NAMES: setting(
    "",
    "Names that are served, in a comma list; others get 421, and over TLS no handshake. Empty: any, without TLS.",
    list(serverName),
  ),
  PROXY_CERTIFICATES: setting(
    "",
    "Certificates for TLS: `/path/fullchain.pem=/path/privkey.pem`; a comma list of them for several kinds of keys.",
    list(certificate),
  ),
  PROXY_REDIRECT: setting(
    "on",
    "`on`: where TLS is taken, plain HTTP is redirected to it; `off`: served too.",
    onOff,
  ),
  PROXY_TRUSTED: setting(
    "",
    "Proxies and load balancers before this one, who say who the client is: addresses and CIDRs in a comma list, and `unix` for whoever comes through a unix socket.",
    list(proxy),
  ),
  PROXY_PROTOCOL: setting(
    "off",
    "`on`: those of PROXY_TRUSTED say it by the PROXY protocol (v1, v2), which is then demanded of every connection; `off`: by X-Forwarded-For.",
    onOff,
  ),
  PROXY_UPSTREAMS: setting(
    "127.0.0.1:8090",
    "The gateways: `ip:port`, `host:port` or `unix:/path`, in a comma list.",
    list(upstream),
  ),
  PROXY_READ_TIMEOUT_S: setting(
    "23",
    "Seconds to wait for a gateway's answer: 2 more than the longest call takes (QUEUE_WAIT_MS, its tool's deadline, and 1 s). A stop waits 2 more for requests under way.",
    integer(2, 300),
  ),
  PROXY_FLOOD_RATE: setting(
    "50",
    "Requests a second of one client (IPv4, or IPv6 /64) beyond which it gets 429. It may be ahead by twice as many, and have twice as many (at least 20) under way; 0 lifts all three.",
    integer(0, 1_000_000),
  ),
  PROXY_KEY_RATE: setting(
    "1000",
    "Likewise of one client with a well-formed key, which gets 503.",
    integer(0, 1_000_000),
  ),
  PROXY_ACCESS_LOG: setting(
    "stdout",
    "Where a JSON line for each request goes: `stdout`, `off`, or the path of a file.",
    matching(
      /^(off|stdout|\/[\w./@+-]{1,200})$/,
      "set stdout, off, or the path of a file of letters, digits and . _ - / @ +",
    ),
  ),
  PROXY_LOG_ADDRESSES: setting("off", "`on`: clients' addresses are in it.", onOff),
  PROXY_METRICS_LOG: setting(
    "",
    "Where nginx sends a UDP line for each request, and edge-metrics takes it, such as `127.0.0.1:9465`. Empty: nowhere; with `bin/start --with-proxy` a free port.",
    placeOrNone,
  ),
  PROXY_METRICS: setting(
    "127.0.0.1:9466",
    "Where edge-metrics serves `/metrics` and `/livez`; port 0 takes a free one.",
    place,
  ),
  PROXY_STATUS: setting(
    "127.0.0.1:9467",
    "Where nginx tells this machine how many connections it has (`/nginx_status`) and that it lives (`/livez`).",
    endpoint,
  ),
  PROXY_WORKERS: setting(
    "auto",
    "Worker processes: a number, or one for each processor.",
    matching(/^(auto|[1-9]\d?)$/, "set auto, or a whole number from 1 to 99"),
  ),
  PROXY_CONNECTIONS: setting(
    "4096",
    "Connections of one worker, to clients and gateways together.",
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
    [listens.length === 0, "PROXY_LISTEN and PROXY_LISTEN_TLS are both empty: set where to listen"],
    [new Set(listens).size < listens.length, "PROXY_LISTEN and PROXY_LISTEN_TLS name a place twice"],
    [PROXY_UPSTREAMS.length === 0, "PROXY_UPSTREAMS is empty: set where the gateways are"],
    [
      PROXY_LISTEN_TLS.length > 0 && PROXY_CERTIFICATES.length === 0,
      "PROXY_CERTIFICATES is empty: PROXY_LISTEN_TLS needs one",
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
      "PROXY_TRUSTED is empty: PROXY_PROTOCOL needs to know who may speak it",
    ],
  ];
  return rules.flatMap(([broken, problem]) => (broken ? [problem] : []));
}
