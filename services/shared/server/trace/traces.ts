import { requestTarget } from "../http/request-target.ts";
import { readTraceparent, TRACEPARENT } from "./context.ts";
import { type OpenSpan, openRoot } from "./span.ts";
import type { Tracing } from "./tracing.ts";

export type Traces = ReturnType<typeof createTraces>;

type EndedRequest = {
  readonly response: Response;
  readonly path: string;
  /** Paths as they are written in the code: of others nothing is told, since they may be anything. */
  readonly routes: readonly string[];
  /** When it came, by the process's clock. */
  readonly start: number;
};

/**
 * The traces of the gateway's requests. What a client sends gives a trace its id, and no more: whether the trace is exported is
 * decided here, and its parent is a span that our collector does not have.
 * @param clientOf the client of a request, shown where LOG_QUERIES allows it.
 */
export function createTraces(tracing: Tracing, clientOf: (request: Request) => string | null) {
  const open = new WeakMap<Request, OpenSpan>();

  return {
    /** Whether spans leave this process at all. */
    exports: tracing.exports,
    /** A request's span, which begins when it is first asked for: a request that nobody asks it of has none. */
    of(request: Request): OpenSpan {
      let span = open.get(request);
      if (span === undefined) {
        span = openRoot(readTraceparent(request.headers.get(TRACEPARENT)), tracing.samples(null));
        open.set(request, span);
      }
      return span;
    },
    /** Has a request that is made for another one share its span. */
    join(request: Request, outer: Request): void {
      open.set(request, this.of(outer));
    },
    /** Exports a request's span, where it has one. */
    end(request: Request, { response, path, routes, start }: EndedRequest): void {
      const span = open.get(request);
      if (span === undefined || !span.context.sampled) return;
      const { method, headers } = request;
      const { status } = response;
      const route = routes.includes(path) ? path : null;
      const attributes = {
        "http.request.method": method,
        "http.response.status_code": status,
        "dnstools.service": "gateway",
        "dnstools.request_id": response.headers.get("x-request-id") ?? headers.get("x-request-id") ?? "",
        ...(route === null ? {} : { "http.route": route, "url.path": route }),
        ...(status >= 500 ? { "error.type": String(status) } : {}),
        ...(tracing.tellsQueries
          ? { "url.query": requestTarget(request), "client.address": clientOf(request) ?? "" }
          : {}),
      };
      const name = route === null ? method : `${method} ${route}`;
      tracing.end(span, { kind: "server", name, start, attributes, failed: status >= 500 });
    },
  };
}
