import { Fault } from "@dnstools/core/tool/fault";
import { Elysia } from "elysia";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Traces } from "../trace/traces.ts";
import { laterEnd } from "./later-end.ts";
import { type Problem, problem, problemResponse } from "./problem.ts";
import { ID_ALONE, type RequestLog } from "./request-log.ts";

/** Answers a request. Never rejects. */
export type HttpHandler = (request: Request) => Promise<Response>;

/** Elysia configuration of every app in this product: paths are matched exactly as sent. */
export const APP_CONFIG = {
  // By default, Elysia expects the path after character 11 of the URL, so the first segment of the path would be lost
  // if the Host is short.
  handler: { standardHostname: false },
  strictPath: true,
} as const;

/** How an app reports errors as problems. */
export type ProblemOptions = {
  readonly log: Log;
  /** Provides the log fields of a request; default: its ID only. */
  readonly requestLog?: RequestLog;
  /** Returns the methods that a path supports, for the Allow header of a 405 response. */
  readonly allow: (path: string) => string;
  /** Returns the app's routes. Called only after all routes have been added. */
  readonly routes: () => Elysia["routes"];
  /** Returns the fault for an unknown path; default: `unknown_path` without details. */
  readonly unknownPath?: (request: Request, path: string) => Fault;
  /** Returns members to add to a problem, such as the operator's contact. */
  readonly extra?: (fault: Fault) => Readonly<Record<string, unknown>>;
  /**
   * Converts a problem to another format, depending on the request and on the response headers that are already set.
   */
  readonly present?: (
    problem: Problem,
    request: Request,
    headers: Record<string, string | number>,
  ) => Problem;
};

/**
 * Creates a plugin that turns every error of an app into a problem (RFC 9457) and logs internal errors. The plugin
 * must be added before the routes, because Elysia's hooks do not apply to earlier routes.
 */
export function problems(options: ProblemOptions) {
  const { log, requestLog = ID_ALONE, allow, extra, present } = options;
  let known: readonly string[] | null = null;
  // When the first request arrives, all routes exist. The list of their paths is cached because Elysia creates a new
  // list of routes each time.
  const paths = () => {
    known ??= pathsOf(options.routes());
    return known;
  };
  return new Elysia({ name: "problems" }).onError({ as: "global" }, ({ error, code, set, request, path }) => {
    const requestId = String(set.headers["x-request-id"] ?? request.headers.get("x-request-id") ?? "");
    const fault = code === "NOT_FOUND" ? missing(options, paths(), request, path) : error;
    logFailure({ log, requestLog }, request, requestId, fault);
    const plain = problem(fault, requestId, fault instanceof Fault ? extra?.(fault) : undefined);
    const { status, body, headers } =
      present?.(plain, request, set.headers as Record<string, string | number>) ?? plain;
    set.status = status;
    Object.assign(set.headers, headers);
    if (status === 405) set.headers["allow"] = allow(path);
    return body;
  });
}

/** Logs an internal error, or the cause of a fault. */
export function logFailure(
  { log, requestLog }: { readonly log: Log; readonly requestLog: RequestLog },
  request: Request,
  requestId: string,
  failure: unknown,
): void {
  if (!(failure instanceof Fault)) {
    const error = requestLog.error(request, failure);
    log.error("request failed", { ...requestLog.fields(request, requestId), error });
  } else if (failure.cause !== undefined) {
    const error = requestLog.error(request, failure.cause);
    log.warn(failure.message, { ...requestLog.fields(request, requestId), code: failure.code, error });
  }
}

/** Returns the fault for a request that matches no route. */
function missing(
  { allow, unknownPath }: ProblemOptions,
  routes: readonly string[],
  request: Request,
  path: string,
): Fault {
  if (routeOf(routes, path) !== null) {
    const [method] = allow(path).split(",");
    return new Fault("method_not_allowed", {
      detail: `This API only reads: ${request.method} is not allowed; send ${method} instead.`,
    });
  }
  if (unknownPath !== undefined) return unknownPath(request, path);
  return new Fault("unknown_path", { detail: "There is nothing at this path." });
}

/** Returns the paths of GET and POST routes, without the routes that plugins add for OPTIONS. */
export function pathsOf(routes: Elysia["routes"]): readonly string[] {
  return routes.filter(({ method }) => method === "GET" || method === "POST").map(({ path }) => path);
}

/**
 * Returns the route that matches a path: the path itself, or a route whose last segment is a parameter, such as
 * `/docs/findings/:code`.
 */
export function routeOf(routes: readonly string[], path: string): string | null {
  if (routes.includes(path)) return path;
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  if (folder === path) return null;
  return routes.find((route) => route.startsWith(`${folder}:`)) ?? null;
}

/** Formats a route for logs, metrics and traces, for example `/docs/findings/{code}`. */
export function routeName(route: string): string {
  return route.replace(/:(\w+)/g, "{$1}");
}

type MeasureOptions = {
  readonly metrics: Metrics;
  readonly log: Log;
  readonly requestLog?: RequestLog;
  /** Set only for a gateway, whose requests are logged and traced. */
  readonly traces?: Traces;
};

/**
 * Compiles an app into a handler that counts, times and traces every request until the work for it ends, which may be
 * after the first byte of a streamed response.
 * @param service the label of the app's metrics.
 */
export function measured(
  app: Elysia,
  service: string,
  { metrics, log, requestLog = ID_ALONE, traces }: MeasureOptions,
): HttpHandler {
  app.compile();
  const paths = pathsOf(app.routes);
  const names = new Map(paths.map((path) => [path, routeName(path)]));
  const routes = [...names.values()];
  const methods = ["GET", "POST"].filter((method) => app.routes.some((route) => route.method === method));
  const http = metrics.http(service, routes, methods);
  return async (request) => {
    const start = performance.now();
    const sent = pathOf(request.url);
    const route = names.get(sent) ?? names.get(routeOf(paths, sent) ?? "") ?? null;
    const path = route ?? sent;
    http.begin();
    let response: Response;
    try {
      response = await app.fetch(request);
    } catch (error) {
      log.error("request failed outside the app's error handler", {
        ...requestLog.fields(request, request.headers.get("x-request-id")),
        error: requestLog.error(request, error),
      });
      response = problemResponse(error, "");
    }
    const end = () => {
      const elapsedMs = performance.now() - start;
      http.end(path, request.method, response.status, elapsedMs);
      if (traces?.exports) traces.end(request, { response, path, routes, start });
      if (traces === undefined || !log.verbose) return;
      const requestId = response.headers.get("x-request-id") ?? request.headers.get("x-request-id");
      const { method } = request;
      const told = requestLog.fields(request, requestId);
      const shown = route ?? "unmatched";
      log.debug("request", { service, method, route: shown, status: response.status, elapsedMs, ...told });
    };
    const later = laterEnd(request);
    if (later === null) end();
    else void later.then(end);
    return response;
  };
}

/** Returns the query part of a URL as it was sent, which is faster than parsing the whole URL. */
export function searchOf(url: string): string {
  const start = url.indexOf("?");
  if (start === -1) return "";
  const end = url.indexOf("#", start);
  return url.slice(start, end === -1 ? undefined : end);
}

/** Returns the path of a URL as it was sent. */
export function pathOf(url: string): string {
  const start = url.indexOf("/", 7);
  const end = url.indexOf("?", start);
  return url.slice(start, end === -1 ? undefined : end);
}
