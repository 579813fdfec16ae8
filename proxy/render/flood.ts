import type { EdgeConfig } from "../settings.ts";

/** One guard: what is counted by (conf.d/flood.conf), and how much of it is let through. */
type Guard = {
  readonly zone: string;
  readonly by: string;
  /** Requests a second; 0 lifts the guard. */
  readonly rate: number;
};

/** Seconds of its rate that a client may be ahead, and have under way at once. */
const AHEAD_S = 2;
/** Requests at once that are let through whatever the rate is: those of one page. */
const AT_ONCE_LEAST = 20;
/** What nginx can count to. */
const AT_ONCE_MOST = 65_535;

/** Those of clients without a key and with one. */
function guards({ PROXY_FLOOD_RATE, PROXY_KEY_RATE }: EdgeConfig): readonly Guard[] {
  const all = [
    { zone: "clients", by: "$flood_client", rate: PROXY_FLOOD_RATE },
    { zone: "keyed", by: "$flood_keyed", rate: PROXY_KEY_RATE },
  ];
  return all.filter(({ rate }) => rate > 0);
}

export function floodZones(config: EdgeConfig): string {
  return guards(config)
    .flatMap(({ zone, by, rate }) => [
      `limit_req_zone ${by} zone=${zone}:10m rate=${rate}r/s;\n`,
      `limit_conn_zone ${by} zone=${zone}_at_once:10m;\n`,
    ])
    .join("");
}

/** For a location. */
export function floodLimits(config: EdgeConfig): string {
  return guards(config)
    .flatMap(({ zone, rate }) => [
      `limit_req zone=${zone} burst=${AHEAD_S * rate} nodelay;\n`,
      `limit_conn ${zone}_at_once ${Math.min(Math.max(AT_ONCE_LEAST, AHEAD_S * rate), AT_ONCE_MOST)};\n`,
    ])
    .join("");
}

/** Seconds until whoever is refused has as much again as it may be ahead. */
export const FLOOD_RETRY_S = AHEAD_S;
