import { createTally, type MetricMakers } from "./metric-makers.ts";

/** Counts one service's requests. `begin` and `end` come in pairs; a path that is no route counts as `unmatched`. */
export type HttpMetrics = {
  readonly begin: () => void;
  readonly end: (route: string, method: string, status: number, elapsedMs: number) => void;
};

/** What the HTTP servers of a process count. */
export type HttpServers = {
  /** Begins to count a service's requests. @param methods those that are answered, whose counts start at 0. */
  readonly open: (service: string, routes: readonly string[], methods: readonly string[]) => HttpMetrics;
  /** Requests being answered now, at all of them. */
  readonly inFlight: () => number;
};

const METHODS = ["GET", "HEAD", "OPTIONS", "POST"];
const CODES = [200, 204, 304, 400, 401, 404, 405, 429, 503];
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];
/** The route, in metrics, of a request that no route took. */
const UNMATCHED = "unmatched";

type Time = ReturnType<typeof createTally>;
/** What one server counted since its start: requests by method and code of each route. */
type Tally = {
  readonly service: string;
  inFlight: number;
  readonly routes: Map<string, { time: Time; counts: Map<string, Map<number, number>> }>;
};

/** Tallied by hand and handed over when scraped: prom-client hashes the labels on every step. */
export function httpMetrics(make: MetricMakers): HttpServers {
  const tallies: Tally[] = [];
  make.counterOf("http_requests_total", "HTTP requests.", ["service", "route", "method", "code"], () =>
    tallies.flatMap(({ service, routes }) =>
      [...routes].flatMap(([route, { counts }]) =>
        [...counts].flatMap(([method, byCode]) =>
          [...byCode].map(
            ([code, count]) => [{ service, route, method, code: String(code) }, count] as const,
          ),
        ),
      ),
    ),
  );
  make.histogramOf(
    "http_request_duration_seconds",
    "Time to answer a request.",
    ["service", "route"],
    SECONDS,
    () =>
      tallies.flatMap(({ service, routes }) =>
        [...routes].map(([route, { time }]) => [{ service, route }, time] as const),
      ),
  );
  make.gaugeOf("http_requests_in_flight", "Requests being answered now.", ["service"], () =>
    tallies.map(({ service, inFlight }) => [{ service }, inFlight]),
  );
  return {
    open(service, routes, methods) {
      const tally: Tally = { service, inFlight: 0, routes: new Map() };
      tallies.push(tally);
      for (const route of [...routes, UNMATCHED]) {
        const none = () => new Map(CODES.map((code) => [code, 0]));
        const counts = new Map(methods.map((method) => [method, none()]));
        tally.routes.set(route, { time: createTally(SECONDS), counts });
      }
      return {
        begin() {
          tally.inFlight += 1;
        },
        end(route, method, status, elapsedMs) {
          tally.inFlight -= 1;
          const known = tally.routes.get(route) ?? tally.routes.get(UNMATCHED);
          known?.time.observe(elapsedMs / 1000);
          const name = METHODS.includes(method) ? method : "other";
          let counts = known?.counts.get(name);
          if (counts === undefined) {
            counts = new Map();
            known?.counts.set(name, counts);
          }
          counts.set(status, (counts.get(status) ?? 0) + 1);
        },
      };
    },
    inFlight: () => tallies.reduce((sum, tally) => sum + tally.inFlight, 0),
  };
}
