import { requestTarget } from "../http/request-target.ts";
import { readTraceparent, TRACEPARENT } from "./context.ts";
import { type OpenSpan, openRoot } from "./span.ts";
import type { Tracing } from "./tracing.ts";

/** The traces of a gateway's requests. */
export type Traces = ReturnType<typeof createTraces>;

type EndedRequest = {
  readonly response: Response;
  readonly path: string;
  /** The known routes. Other paths are not exported because they may contain arbitrary text. */
  readonly routes: readonly string[];
  /** Time at which the request arrived, on the clock of performance.now(). */
  readonly start: number;
};

/**
 * Creates the traces of a gateway's requests. From a client's trace context, only the trace ID is used: the gateway
 * decides whether the trace is exported, and the client's span is not used as a parent because our collector does not
 * have it.
 * @param clientOf returns the client of a request, which is exported only if LOG_QUERIES is on.
 */
export function createTraces(tracing: Tracing, clientOf: (request: Request) => string | null) {
  const open = new WeakMap<Request, OpenSpan>();

  return {
    /** True if this process exports spans. */
    exports: tracing.exports,
    /**
     * Returns a request's span, which is opened when this function is first called for the request. A request without
     * such a call has no span.
     */
    of(request: Request): OpenSpan {
      let span = open.get(request);
      if (span === undefined) {
        span = openRoot(readTraceparent(request.headers.get(TRACEPARENT)), tracing.samples(null));
        open.set(request, span);
      }
      return span;
    },
    /** Assigns the span of an outer request to a request that is issued on its behalf. */
    join(request: Request, outer: Request): void {
      open.set(request, this.of(outer));
    },
    /** Exports a request's span, if it has one. */
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
