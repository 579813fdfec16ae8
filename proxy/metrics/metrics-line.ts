/** The origin of a response: nginx itself (edge) or a gateway (upstream). */
export const ORIGINS = ["edge", "upstream"] as const;
/** Whether a request counts as a tool call for the SLO. Calls that are refused by the flood limit do not count. */
export const CALL = ["yes", "no"] as const;

/** One request to nginx, in the format of conf.d/log.conf. Each label has only a few possible values. */
export type MetricsLine = {
  readonly code: string;
  readonly origin: (typeof ORIGINS)[number];
  readonly call: (typeof CALL)[number];
  readonly seconds: number;
};

/** Parses a datagram with a syslog header (RFC 3164) and JSON; null if the datagram has a different form. */
export function readLine(datagram: string): MetricsLine | null {
  const start = datagram.indexOf("{");
  if (start === -1) return null;
  let told: unknown;
  try {
    told = JSON.parse(datagram.slice(start));
  } catch {
    return null;
  }
  const { code, origin, call, seconds } = told as Readonly<Record<string, unknown>>;
  const knownOrigin = ORIGINS.find((name) => name === origin);
  const knownCall = CALL.find((name) => name === call);
  const time = Number(seconds);
  if (knownOrigin === undefined || knownCall === undefined || typeof code !== "string") return null;
  if (!/^(000|[1-5]\d\d)$/.test(code) || typeof seconds !== "string") return null;
  // No request takes an hour, so a longer time does not come from nginx.
  if (!(time >= 0 && time < 3600)) return null;
  return { code, origin: knownOrigin, call: knownCall, seconds: time };
}
