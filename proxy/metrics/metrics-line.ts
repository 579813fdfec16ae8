/** Who answered a request. */
export const ORIGINS = ["edge", "upstream"] as const;
/** Whether a request is a call, of which answers are promised: one for a tool, but a flood's. */
export const CALL = ["yes", "no"] as const;

/** One request as conf.d/log.conf tells it. Each label is one of few. */
export type MetricsLine = {
  readonly code: string;
  readonly origin: (typeof ORIGINS)[number];
  readonly call: (typeof CALL)[number];
  readonly seconds: number;
};

/** Reads a datagram: a syslog header (RFC 3164) and JSON. Null for anything else. */
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
  // Nothing takes an hour here: whoever says so is not nginx.
  if (!(time >= 0 && time < 3600)) return null;
  return { code, origin: knownOrigin, call: knownCall, seconds: time };
}
