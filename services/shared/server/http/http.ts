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

/** Elysia as every app here has it: a path is matched as it was sent. */
export const APP_CONFIG = {
  // Elysia else looks for the path after character 11 of the URL, and a short Host swallows its first segment.
  handler: { standardHostname: false },
  strictPath: true,
} as const;

export type ProblemOptions = {
  readonly log: Log;
  /** What the log says of a request; default: its id alone. */
  readonly requestLog?: RequestLog;
  /** The methods that a path answers, for 405. */
  readonly allow: (path: string) => string;
  /** The app's routes, once they are there. */
  readonly routes: () => Elysia["routes"];
  /** What to say of a path that no route has; default: that the gateway lists the tools. */
  readonly unknownPath?: (request: Request, path: string) => Fault;
  /** Members added to a problem, such as the operator's contact. */
  readonly extra?: (fault: Fault) => Readonly<Record<string, unknown>>;
  /** Gives a problem another form, by its request and the headers that its answer has so far. */
  readonly present?: (
    problem: Problem,
    request: Request,
    headers: Record<string, string | number>,
  ) => Problem;
};

/**
 * Turns every error of an app into a problem (RFC 9457), and logs our own mistakes. Stands before the routes: Elysia's hooks
 * miss what was added before them.
 */
export function problems(options: ProblemOptions) {
  const { log, requestLog = ID_ALONE, allow, extra, present } = options;
  let known: readonly string[] | null = null;
  // All routes are there when the first request is; Elysia makes their list anew each time.
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

/** Logs our own mistakes, and what faults were caused by. */
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

/** What a request is about that no route took. */
function missing(
  { allow, unknownPath }: ProblemOptions,
  routes: readonly string[],
  request: Request,
  path: string,
): Fault {
  if (routeOf(routes, path) !== null) {
    const [method] = allow(path).split(",");
    return new Fault("method_not_allowed", {
      detail: `This API only reads: ${request.method} is not allowed, send ${method}.`,
    });
  }
  if (unknownPath !== undefined) return unknownPath(request, path);
  return new Fault("unknown_path", { detail: "There is nothing at this path." });
}

/** The paths that can be asked; plugins add others, for OPTIONS. */
export function pathsOf(routes: Elysia["routes"]): readonly string[] {
  return routes.filter(({ method }) => method === "GET" || method === "POST").map(({ path }) => path);
}

/** The route of a path: the path itself, or one whose last part is a parameter, such as `/docs/findings/:code`. */
export function routeOf(routes: readonly string[], path: string): string | null {
  if (routes.includes(path)) return path;
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  if (folder === path) return null;
  return routes.find((route) => route.startsWith(`${folder}:`)) ?? null;
}

/** A route as logs, metrics and traces name it: `/docs/findings/{code}`. */
export function routeName(route: string): string {
  return route.replace(/:(\w+)/g, "{$1}");
}

type MeasureOptions = {
  readonly metrics: Metrics;
  readonly log: Log;
  readonly requestLog?: RequestLog;
  /** Of a gateway, whose requests are logged and traced. */
  readonly traces?: Traces;
};

/**
 * Compiles an app; every request to it is counted, timed and traced, to the end of its work where that comes after the first byte.
 * @param service the label of its metrics.
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
      log.error("request failed outside its app", {
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

/** A URL's query as it was sent; less work than reading all of the URL. */
export function searchOf(url: string): string {
  const start = url.indexOf("?");
  if (start === -1) return "";
  const end = url.indexOf("#", start);
  return url.slice(start, end === -1 ? undefined : end);
}

/** A URL's path as it was sent. */
export function pathOf(url: string): string {
  const start = url.indexOf("/", 7);
  const end = url.indexOf("?", start);
  return url.slice(start, end === -1 ? undefined : end);
}
