/** Who answered a request. */
export const ORIGINS = ["edge", "upstream"] as const;
const PROTOCOLS = ["HTTP/1.0", "HTTP/1.1", "HTTP/2.0", "HTTP/3.0"];

/** One request as conf.d/log.conf tells it. Each label is one of few. */
export type MetricsLine = {
  readonly code: string;
  readonly origin: (typeof ORIGINS)[number];
  readonly proto: string;
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
  const { code, origin, proto, seconds } = told as Readonly<Record<string, unknown>>;
  const known = ORIGINS.find((name) => name === origin);
  const time = Number(seconds);
  if (known === undefined || typeof code !== "string" || typeof proto !== "string") return null;
  if (!/^(000|[1-5]\d\d)$/.test(code) || typeof seconds !== "string") return null;
  // Nothing takes an hour here: whoever says so is not nginx.
  if (!(time >= 0 && time < 3600)) return null;
  // What is no request has no protocol either.
  return { code, origin: known, proto: PROTOCOLS.includes(proto) ? proto : "none", seconds: time };
}
