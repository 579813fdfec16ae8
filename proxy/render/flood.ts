import type { EdgeConfig } from "../settings.ts";

/** One guard: what is counted by (conf.d/flood.conf), and how much of it is let through. 0 lifts a limit. */
type Guard = {
  readonly zone: string;
  readonly by: string;
  /** Requests a second, and how many it may be ahead. */
  readonly rate: number;
  readonly burst: number;
  /** Requests at once. */
  readonly connections: number;
};

/** Those of clients without a key and with one. */
function guards(config: EdgeConfig): readonly Guard[] {
  return [
    {
      zone: "clients",
      by: "$flood_client",
      rate: config.PROXY_FLOOD_RATE,
      burst: config.PROXY_FLOOD_BURST,
      connections: config.PROXY_FLOOD_CONNECTIONS,
    },
    {
      zone: "keyed",
      by: "$flood_keyed",
      rate: config.PROXY_KEY_RATE,
      burst: config.PROXY_KEY_BURST,
      connections: config.PROXY_KEY_CONNECTIONS,
    },
  ];
}

/** Zones of 10 MB: some 80,000 clients each; whoever was seen last longest ago is forgotten. */
export function floodZones(config: EdgeConfig): string {
  return guards(config)
    .flatMap(({ zone, by, rate, connections }) => [
      rate > 0 ? `limit_req_zone ${by} zone=${zone}:10m rate=${rate}r/s;\n` : "",
      connections > 0 ? `limit_conn_zone ${by} zone=${zone}_at_once:10m;\n` : "",
    ])
    .join("");
}

/** For a location. */
export function floodLimits(config: EdgeConfig): string {
  return guards(config)
    .flatMap(({ zone, rate, burst, connections }) => [
      rate > 0 ? `limit_req zone=${zone}${burst > 0 ? ` burst=${burst} nodelay` : ""};\n` : "",
      connections > 0 ? `limit_conn ${zone}_at_once ${connections};\n` : "",
    ])
    .join("");
}

/** Seconds until whoever is refused has as much again as a burst takes, at least 1. */
export function retryAfterS(config: EdgeConfig): { readonly flood: number; readonly overloaded: number } {
  const [clients, keyed] = guards(config).map(({ rate, burst }) =>
    rate === 0 ? 1 : Math.max(1, Math.ceil(burst / rate)),
  );
  return { flood: clients ?? 1, overloaded: keyed ?? 1 };
}
