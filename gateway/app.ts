import { contracts as analysis } from "@dnstools/analysis/contracts";
import { contracts as cert } from "@dnstools/cert/contracts";
import type { Contract, ServiceName } from "@dnstools/core/contract";
import { FAULTS, type Fault, type FaultCode } from "@dnstools/core/fault";
import type { ParamRules } from "@dnstools/core/params";
import { contracts as dns } from "@dnstools/dns/contracts";
import { contracts as mail } from "@dnstools/mail/contracts";
import { contracts as network } from "@dnstools/network/contracts";
import { createAbout } from "@dnstools/service/about";
import type { Door } from "@dnstools/service/door";
import { createApp, openDoor } from "@dnstools/service/http";
import type { Log } from "@dnstools/service/log";
import type { Metrics } from "@dnstools/service/metrics";
import { faultOf } from "@dnstools/service/problem";
import { createTraces } from "@dnstools/service/trace/traces";
import type { Tracing } from "@dnstools/service/trace/tracing";
import { cors } from "@elysiajs/cors";
import type { Elysia } from "elysia";
import { answerHeaders, CORS, createRequestIds } from "./answer-headers.ts";
import { type Caller, createCallers } from "./caller.ts";
import { type ClientOptions, createClientOf } from "./client.ts";
import { HEADER_NAMES } from "./headers.ts";
import { createOverload, type OverloadOptions } from "./overload.ts";
import { routePages } from "./pages/index.ts";
import { type KeysOptions, openKeys } from "./policies/key/keys.ts";
import { createLimiter, type Limiter, type LimiterOptions, shareOf } from "./policies/limit/limiter.ts";
import { createQuick } from "./quick.ts";
import { LINKS, listing, routeTool } from "./routes.ts";

/** Every contract the gateway offers. */
export const contracts: readonly Contract[] = [...dns, ...network, ...cert, ...mail, ...analysis];

export type GatewayDeps = {
  readonly doors: Readonly<Partial<Record<ServiceName, Door>>>;
  readonly peer: ClientOptions["peer"];
  readonly trusted: ClientOptions["trusted"];
  /** What the operator allows callers to ask about. */
  readonly rules: ParamRules;
  readonly limit: Pick<LimiterOptions, "units" | "windowS" | "gatewayCount" | "redisUrl" | "storeDeadlineMs">;
  readonly keys: Pick<KeysOptions, "databaseUrl" | "folder" | "graceS">;
  readonly load: Pick<OverloadOptions, "serviceConcurrency" | "keyConcurrency" | "shedLagMs">;
  readonly version: string;
  /** The commit it was built from. */
  readonly revision: string;
  readonly publicUrl: string;
  readonly contact: string;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  /** Hears how what the gateway depends on is doing. */
  readonly onState: (dependency: "keys" | "limits", state: "ok" | "failing") => void;
};

/** The gateway, and how it ends: what is not written yet is written then. */
export type Gateway = { readonly door: Door; readonly close: () => Promise<void> };

/** What a client gets is told by these. */
type GrantedBy = Pick<LimiterOptions, "units" | "gatewayCount" | "redisUrl">;

/** Problems with the limit that are known before anything is served. */
export function limitProblem(
  { units, gatewayCount, redisUrl }: GrantedBy,
  offered: readonly Contract[] = contracts,
): string | null {
  const dearest = dearestOf(offered);
  const share = grantedUnits({ units, gatewayCount, redisUrl });
  if (units === 0 || share >= dearest) return null;
  const each = share === units ? "" : ` is ${share} for each of ${gatewayCount} gateways without REDIS_URL`;
  return `RATE_LIMIT_UNITS=${units}${each}: the dearest tool costs ${dearest} units and could never be called; set at least ${dearest * (share === units ? 1 : gatewayCount)}, or 0 for no limit`;
}

/** What a client gets here: all of the limit, or this gateway's part where they share no store. */
function grantedUnits({ units, gatewayCount, redisUrl }: GrantedBy): number {
  return redisUrl === "" ? shareOf(units, gatewayCount) : units;
}

function dearestOf(offered: readonly Contract[]): number {
  return Math.max(...offered.map((contract) => contract.cost));
}

/** The gateway: keys, limits and headers for everybody, and the tools through their services' doors. */
export function createGateway(deps: GatewayDeps): Gateway {
  const { log, metrics } = deps;
  const { make } = metrics;
  const limiter = createLimiter({
    ...deps.limit,
    leastUnits: dearestOf(contracts),
    log,
    make,
    onState: (state) => deps.onState("limits", state),
  });
  const { cache } = metrics;
  const keys = openKeys({ ...deps.keys, log, make, cache, onState: (state) => deps.onState("keys", state) });
  const services = [...new Set(contracts.map((contract) => contract.service))];
  const overload = createOverload({ ...deps.load, services, make });
  const callers = new WeakMap<Request, Caller>();
  const callerOf = (request: Request): Caller => {
    const caller = callers.get(request);
    if (caller === undefined) throw new Error("a request without its caller");
    return caller;
  };
  const requestIdOf = createRequestIds();
  const clientOf = createClientOf(deps);
  const traces = createTraces(deps.tracing, { service: "gateway", outside: true, clientOf });
  const about = createAbout(log, traces, clientOf);
  const extra = (fault: Fault) => problemExtra(fault, deps.contact);
  const app = createApp({
    log,
    about,
    first({ request, set }) {
      answerHeaders(set.headers, callerOf(request).state, requestIdOf(request), limiter.windowS);
      if (request.method === "OPTIONS") set.headers["allow"] = "GET, HEAD, OPTIONS";
    },
    plugin: crossOrigin() as unknown as Elysia,
    admit({ set }) {
      // The plugin says `*`, which would forbid all caching; these answers are the same for every origin.
      set.headers["vary"] = "Accept-Encoding";
    },
    outside: true,
    problemExtra: extra,
  });
  for (const contract of contracts) {
    const door = deps.doors[contract.service];
    if (door === undefined) continue;
    const count = metrics.tool(contract.tool);
    const spanOf = traces.of;
    routeTool(app, contract, {
      door,
      rules: deps.rules,
      limiter,
      overload,
      metrics,
      callerOf,
      spanOf,
      count,
    });
  }
  routeOwn(app, { callerOf, limiter }, deps);
  const limitIsHere = deps.limit.redisUrl === "";
  const quick = createQuick({
    contracts,
    limiter,
    limitIsHere,
    overload,
    metrics,
    requestIdOf,
    problemExtra: extra,
  });
  const findCaller = createCallers({ clientOf, keys, limiter });
  const answer = (request: Request, path: string, caller: Caller, cost: number | null) => {
    const refused = quick.refuse(request, path, caller, cost);
    if (refused !== null) return refused;
    callers.set(request, caller);
    return app.fetch(request);
  };
  const answered = (request: Request, path: string) => {
    const cost = quick.costOf(request, path);
    // A call's charge tells the state anew, where it has to be asked for.
    const caller = findCaller(request, !limitIsHere && cost !== null);
    return caller instanceof Promise
      ? caller.then((found) => answer(request, path, found, cost))
      : answer(request, path, caller, cost);
  };
  /** What goes wrong outside the app has the headers of every answer all the same. */
  const failed = (request: Request, error: unknown) => {
    const response = quick.respond(request, limiter.known("gone"), faultOf(error));
    log.error("request failed outside its app", {
      ...about.fields(request, response.headers.get("x-request-id")),
      error: about.error(request, error),
    });
    return response;
  };
  const door = openDoor(app, "gateway", { metrics, log, about, traces }, (request, path) => {
    try {
      const response = answered(request, path);
      return response instanceof Promise ? response.catch((error) => failed(request, error)) : response;
    } catch (error) {
      return failed(request, error);
    }
  });
  return {
    door,
    async close() {
      await Promise.all([keys.close(), limiter.close()]);
    },
  };
}

/** Routes that cost nothing. */
function routeOwn(
  app: Elysia,
  { callerOf, limiter }: { callerOf: (request: Request) => Caller; limiter: Limiter },
  deps: GatewayDeps,
): void {
  const json = (path: string, body: (request: Request) => unknown) =>
    app.get(path, ({ request, set }) => {
      set.headers["content-type"] = "application/json";
      return JSON.stringify(body(request));
    });
  const list = {
    name: "dnstools",
    version: deps.version,
    tools: contracts.map(listing),
    ...LINKS,
  };
  json("/api/v1", () => list);
  const costs = Object.fromEntries(contracts.map((contract) => [contract.tool, contract.cost]));
  const { windowS } = limiter;
  json("/api/v1/limits", (request) => {
    const { state, keyId } = callerOf(request);
    return { plan: keyId === null ? "anonymous" : "keyed", ...state, windowS, costs };
  });
  routePages(app, { ...deps, contracts, units: grantedUnits(deps.limit), windowS });
}

/** Any origin, no credentials: everything here is public and read-only. */
function crossOrigin() {
  return cors({
    origin: "*",
    credentials: false,
    methods: CORS.methods,
    allowedHeaders: CORS.allowedHeaders,
    exposeHeaders: HEADER_NAMES.join(", "),
    maxAge: CORS.maxAge,
  });
}

/** Which policy refused a caller, by its name in RateLimit-Policy or by a name of its own. */
const VIOLATED: Partial<Record<FaultCode, string>> = {
  limit_exceeded: "default",
  too_many_bad_keys: "bad-keys",
};

/** What a refused caller is told beyond the problem: whom to ask, and which policy it was. */
function problemExtra({ code }: Fault, contact: string): Readonly<Record<string, unknown>> {
  const { status } = FAULTS[code];
  if (status !== 401 && status !== 429) return {};
  const policy = VIOLATED[code];
  return {
    ...(policy === undefined ? {} : { "violated-policies": [policy] }),
    contact: contact === "" ? null : contact,
  };
}
