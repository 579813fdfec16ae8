import type { EdgeConfig } from "../settings.ts";

/** One rate limit: its nginx zone, the variable that identifies the client (conf.d/flood.conf), and its rate. */
type Guard = {
  readonly zone: string;
  readonly by: string;
  /** Requests per second; 0 disables the limit. */
  readonly rate: number;
};

/**
 * Number of seconds for which a client may send at its rate in one burst. It also determines the number of concurrent
 * requests.
 */
const AHEAD_S = 2;
/** Minimum of the limit on a client's concurrent requests, sufficient for loading one page. */
const AT_ONCE_LEAST = 20;
/** Maximum of the limit on a client's concurrent requests, the largest number that nginx accepts. */
const AT_ONCE_MOST = 65_535;

/** Returns the rate limits for clients without a key and for clients with a key. */
function guards({ PROXY_FLOOD_RATE, PROXY_KEY_RATE }: EdgeConfig): readonly Guard[] {
  const all = [
    { zone: "clients", by: "$flood_client", rate: PROXY_FLOOD_RATE },
    { zone: "keyed", by: "$flood_keyed", rate: PROXY_KEY_RATE },
  ];
  return all.filter(({ rate }) => rate > 0);
}

/** Returns the nginx directives that define the zones of the rate limits. */
export function floodZones(config: EdgeConfig): string {
  return guards(config)
    .flatMap(({ zone, by, rate }) => [
      `limit_req_zone ${by} zone=${zone}:10m rate=${rate}r/s;\n`,
      `limit_conn_zone ${by} zone=${zone}_at_once:10m;\n`,
    ])
    .join("");
}

/** Returns the nginx directives that apply the rate limits in a location. */
export function floodLimits(config: EdgeConfig): string {
  return guards(config)
    .flatMap(({ zone, rate }) => [
      `limit_req zone=${zone} burst=${AHEAD_S * rate} nodelay;\n`,
      `limit_conn ${zone}_at_once ${Math.min(Math.max(AT_ONCE_LEAST, AHEAD_S * rate), AT_ONCE_MOST)};\n`,
    ])
    .join("");
}

/** Seconds after which a refused client can send its full burst again. */
export const FLOOD_RETRY_S = AHEAD_S;
