import type { Contract } from "@dnstools/core/contract";
import { toolPath } from "@dnstools/core/contract";
import { Fault } from "@dnstools/core/fault";
import { type InputOf, type ParamRules, type ParamSpecs, parseQuery } from "@dnstools/core/params";
import { isDenied, targetsOf } from "@dnstools/core/target";
import { Elysia } from "elysia";
import type { About } from "./about.ts";
import type { Door } from "./door.ts";
import { describe, type Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import { OVERLOADED, problem, problemResponse, WORK_DONE } from "./problem.ts";
import type { Traces } from "./trace/traces.ts";

/** The part of Elysia's response state that hooks and handlers here write. */
export type ResponseState = { headers: Record<string, string | number>; status?: number | string };

/** Runs before everything else, also for paths that do not exist. */
export type FirstHook = (context: { readonly request: Request; readonly set: ResponseState }) => void;

export type AppOptions = {
  readonly log: Log;
  /** What the log tells of requests; without, their ids alone. */
  readonly about?: About;
  readonly first?: FirstHook;
  /** A plugin whose hooks run after `first`, such as CORS. */
  readonly plugin?: Elysia;
  /** Runs last before routing; throws a Fault for a request that is not to be served. */
  readonly admit?: FirstHook;
  /** Whether answers go to callers: what services tell each other is left out then. */
  readonly outside?: boolean;
  /** Members added to a problem, such as the operator's contact. */
  readonly problemExtra?: (fault: Fault) => Readonly<Record<string, unknown>>;
};

/**
 * The Elysia app under every door: each error becomes a problem, and a request whose path could be read in
 * two ways is refused. Hooks and error handling are set before any route, since Elysia's hooks miss what was
 * added before them.
 */
export function createApp(options: AppOptions): Elysia {
  const app = new Elysia({
    // Elysia else looks for the path after character 11 of the URL, and a short Host swallows its first segment.
    handler: { standardHostname: false },
    strictPath: true,
  });
  const { log, about } = options;
  const told: About["fields"] = about?.fields ?? ((_, requestId) => ({ requestId }));
  const words: About["error"] = about?.error ?? ((_, error) => describe(error));
  app.onError(({ error, code, set, request, path }) => {
    const requestId = String(set.headers["x-request-id"] ?? request.headers.get("x-request-id") ?? "");
    const fault = code === "NOT_FOUND" ? missing(app, request.method, path) : error;
    if (!(fault instanceof Fault))
      log.error("request failed", { ...told(request, requestId), error: words(request, fault) });
    else if (fault.cause !== undefined) {
      const error = words(request, fault.cause);
      log.warn(fault.message, { ...told(request, requestId), code: fault.code, error });
    }
    const extra = fault instanceof Fault ? options.problemExtra?.(fault) : undefined;
    const { status, body, headers } = problem(fault, requestId, extra);
    set.status = status;
    Object.assign(set.headers, headers);
    if (options.outside) for (const name of [WORK_DONE, OVERLOADED]) delete set.headers[name];
    if (status === 405) set.headers["allow"] = options.outside ? "GET, HEAD, OPTIONS" : "GET, HEAD, POST";
    return body;
  });
  const { first } = options;
  if (first) app.onRequest(({ request, set }) => first({ request, set: set as ResponseState }));
  if (options.plugin) app.use(options.plugin);
  const { admit } = options;
  const checkHost = hostCheck();
  app.onRequest(({ request, set }) => {
    checkHost(request);
    admit?.({ request, set: set as ResponseState });
  });
  return app;
}

/**
 * Refuses a URL that is relative or broken, as Bun hands over when the Host is missing or no host: its path could be
 * anything. Remembers the last origin that was good, since nearly all requests share one.
 */
function hostCheck(): (request: Request) => void {
  let good = "http://localhost/";
  return ({ url }) => {
    if (url.startsWith(good)) return;
    if (!URL.canParse(url)) {
      throw new Fault("bad_host", { detail: "Send a Host header with the name or address of this server." });
    }
    good = url.slice(0, url.indexOf("/", "https://".length) + 1);
  };
}

/** The paths that can be read; plugins add others, for OPTIONS. */
function readable(app: Elysia): readonly string[] {
  return app.routes.filter((route) => route.method === "GET").map((route) => route.path);
}

/** What a request that no route took is about. */
function missing(app: Elysia, method: string, path: string): Fault {
  if (readable(app).includes(path)) {
    return new Fault("method_not_allowed", {
      detail: `${method} is not for this API, it only reads: send GET.`,
    });
  }
  return new Fault("unknown_path", {
    detail: "GET /api/v1 lists the tools with their parameters; paths have no slash at the end.",
  });
}

/** One request to a tool, its parameters read. */
export type Call<P extends ParamSpecs> = {
  readonly request: Request;
  readonly requestId: string;
  readonly input: InputOf<P>;
  readonly set: ResponseState;
};

export type RouteOptions<P extends ParamSpecs> = {
  /** What the operator allows callers. */
  readonly rules: ParamRules;
  /** `GET` for callers; what processes ask each other is `POST`, without a body. */
  readonly methods: readonly ("GET" | "POST")[];
  /** Gives the answer's JSON text. */
  readonly handle: (call: Call<P>) => Promise<string>;
  /** Hears of each request that is refused for its parameters. */
  readonly onInvalid: (call: Pick<Call<P>, "request" | "set">) => void | Promise<void>;
};

/** The one place that turns a contract into an Elysia route. */
export function route<P extends ParamSpecs>(
  app: Elysia,
  contract: Contract<P>,
  { rules, methods, handle, onInvalid }: RouteOptions<P>,
): void {
  const serve = async (context: { readonly request: Request; readonly set: unknown }) => {
    const { request } = context;
    const set = context.set as ResponseState;
    const parsed = parseQuery<P>(contract, new URL(request.url).searchParams, rules);
    if (!parsed.ok) {
      await onInvalid({ request, set });
      throw invalid(parsed.errors);
    }
    const denied = targetsOf(parsed.input).find((target) => isDenied(rules.deny, target));
    if (denied !== undefined) {
      await onInvalid({ request, set });
      throw new Fault("target_denied", {
        detail: `Nobody may ask this API about ${denied}: its owner objects.`,
      });
    }
    set.headers["content-type"] = "application/json";
    const requestId = String(set.headers["x-request-id"] ?? request.headers.get("x-request-id") ?? "");
    return handle({ request, requestId, input: parsed.input, set });
  };
  for (const method of methods) app.route(method, toolPath(contract.tool), serve, { parse: "none" });
}

function invalid(errors: readonly { parameter: string; message: string }[]): Fault {
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : "";
  return new Fault("invalid_parameter", { detail: `${first?.parameter}: ${first?.message}${more}`, errors });
}

/** What a door tells of its requests, and whom. */
export type DoorOptions = {
  readonly metrics: Metrics;
  readonly log: Log;
  readonly about?: About;
  readonly traces?: Traces;
};

/**
 * Opens an app's door; every request through it is counted and timed.
 * @param answer what comes before the app; by default nothing.
 */
export function openDoor(
  app: Elysia,
  service: string,
  { metrics, log, about, traces }: DoorOptions,
  answer: (request: Request, path: string) => Response | Promise<Response> = app.fetch,
): Door {
  app.compile();
  const routes = readable(app);
  const methods = ["GET", "POST"].filter((method) => app.routes.some((route) => route.method === method));
  const http = metrics.http(service, routes, methods);
  return async (request) => {
    const start = performance.now();
    const path = pathOf(request.url);
    http.begin();
    let response: Response;
    try {
      const answered = answer(request, path);
      response = answered instanceof Response ? answered : await answered;
    } catch (error) {
      log.error("request failed outside its app", {
        ...about?.fields(request, request.headers.get("x-request-id")),
        error: about?.error(request, error) ?? describe(error),
      });
      response = problemResponse(error, "");
    }
    const elapsedMs = performance.now() - start;
    http.end(path, request.method, response.status, elapsedMs);
    if (traces?.exports) traces.end(request, { response, path, routes, start });
    if (log.verbose) {
      const requestId = response.headers.get("x-request-id") ?? request.headers.get("x-request-id");
      const { method } = request;
      const route = routes.includes(path) ? path : "unmatched";
      const told = about?.fields(request, requestId) ?? { requestId };
      log.debug("request", { service, method, route, status: response.status, elapsedMs, ...told });
    }
    return response;
  };
}

/** A URL's path as it was sent. */
function pathOf(url: string): string {
  const start = url.indexOf("/", 7);
  const end = url.indexOf("?", start);
  return url.slice(start, end === -1 ? undefined : end);
}
