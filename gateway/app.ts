import { contracts as analysis } from "@dnstools/analysis/contracts";
import { contracts as cert } from "@dnstools/cert/contracts";
import type { Contract, ServiceName } from "@dnstools/core/contract";
import { Fault } from "@dnstools/core/fault";
import type { ParamRules } from "@dnstools/core/params";
import { contracts as dns } from "@dnstools/dns/contracts";
import { contracts as mail } from "@dnstools/mail/contracts";
import { contracts as network } from "@dnstools/network/contracts";
import type { Door } from "@dnstools/service/door";
import { createApp, type FirstHook, openDoor } from "@dnstools/service/http";
import type { Log } from "@dnstools/service/log";
import type { Metrics } from "@dnstools/service/metrics";
import { cors } from "@elysiajs/cors";
import type { Elysia } from "elysia";
import { errorsPage } from "./docs.ts";
import { HEADER_NAMES } from "./headers.ts";
import { openApi } from "./openapi.ts";
import { createLimiter, type Limiter } from "./policies/limit/limiter.ts";
import { listing, routeTool } from "./routes.ts";

/** Every contract the gateway offers. */
export const contracts: readonly Contract[] = [...dns, ...network, ...cert, ...mail, ...analysis];

export type GatewayDeps = {
  readonly doors: Readonly<Partial<Record<ServiceName, Door>>>;
  readonly peer: (request: Request) => string | null;
  /** What the operator allows callers to ask about. */
  readonly rules: ParamRules;
  readonly limitUnits: number;
  readonly limitWindowS: number;
  readonly version: string;
  readonly publicUrl: string;
  readonly contact: string;
  readonly log: Log;
  readonly metrics: Metrics;
};

/** Problems with the limit that are known before anything is served. */
export function limitProblem(units: number, offered: readonly Contract[] = contracts): string | null {
  const dearest = Math.max(...offered.map((contract) => contract.cost));
  if (units === 0 || units >= dearest) return null;
  return `RATE_LIMIT_UNITS=${units}: the dearest tool costs ${dearest} units and could never be called; set at least ${dearest}, or 0 for no limit`;
}

/** The gateway: keys, limits and headers for everybody, and the tools through their services' doors. */
export function createGateway(deps: GatewayDeps): Door {
  const limiter = createLimiter({
    units: deps.limitUnits,
    windowS: deps.limitWindowS,
    peer: deps.peer,
    metrics: deps.metrics,
  });
  const app = createApp({
    log: deps.log,
    first: setHeaders(limiter),
    plugin: crossOrigin() as unknown as Elysia,
    admit({ request, set }) {
      // The plugin says `*`, which would forbid all caching; these answers are the same for every origin.
      set.headers["vary"] = "Accept-Encoding";
      refuseKeys(request);
    },
    problemExtra: (fault) => problemExtra(fault, deps.contact),
  });
  for (const contract of contracts) {
    const door = deps.doors[contract.service];
    if (door === undefined) continue;
    routeTool(app, contract, {
      door,
      rules: deps.rules,
      limiter,
      count: deps.metrics.tool(contract.tool),
    });
  }
  routeOwn(app, limiter, deps);
  return openDoor(app, "gateway", deps.metrics, deps.log);
}

/** Routes that cost nothing. */
function routeOwn(app: Elysia, limiter: Limiter, deps: GatewayDeps): void {
  const json = (path: string, body: (request: Request) => unknown) =>
    app.get(path, ({ request, set }) => {
      set.headers["content-type"] = "application/json";
      return JSON.stringify(body(request));
    });
  const list = {
    name: "dnstools",
    version: deps.version,
    tools: contracts.map(listing),
    limits: "/api/v1/limits",
    openapi: "/openapi.json",
    errors: "/docs/errors",
  };
  json("/api/v1", () => list);
  const costs = Object.fromEntries(contracts.map((contract) => [contract.tool, contract.cost]));
  json("/api/v1/limits", (request) => ({ ...limiter.state(request), windowS: limiter.windowS, costs }));
  const document = openApi(contracts, {
    version: deps.version,
    publicUrl: deps.publicUrl,
    contact: deps.contact,
  });
  staticRoute(app, "/openapi.json", "application/json", JSON.stringify(document));
  staticRoute(app, "/docs/errors", "text/html; charset=utf-8", errorsPage());
}

/** A text that changes only with the version, with an ETag so that it is fetched once. */
function staticRoute(app: Elysia, path: string, type: string, body: string): void {
  const etag = `"${new Bun.CryptoHasher("sha256").update(body).digest("hex").slice(0, 32)}"`;
  app.get(path, ({ request, set }) => {
    Object.assign(set.headers, { etag, "cache-control": "no-cache" });
    const known = (request.headers.get("if-none-match") ?? "")
      .split(",")
      .map((tag) => tag.trim().replace(/^W\//, ""));
    if (known.includes(etag) || known.includes("*")) {
      set.status = 304;
      return "";
    }
    set.headers["content-type"] = type;
    return body;
  });
}

/** Headers of every answer, set first so that errors, preflights and unknown paths carry them too. */
function setHeaders(limiter: Limiter): FirstHook {
  const makeId = idMaker();
  return ({ request, set }) => {
    const { limit, remaining, resetS } = limiter.state(request);
    if (request.method === "OPTIONS") set.headers["allow"] = "GET, HEAD, OPTIONS";
    Object.assign(set.headers, {
      "x-request-id": requestId(request, makeId),
      "x-request-cost": "0",
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": String(remaining),
      ratelimit: `"default";r=${remaining};t=${Math.max(1, resetS)}`,
      "ratelimit-policy": `"default";q=${limit};w=${limiter.windowS}`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
  };
}

/** Makes ids that no other process makes: random once, then counted, since a random id each costs over 1 us. */
function idMaker(): () => string {
  const prefix = crypto.randomUUID().slice(0, 18);
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36).padStart(6, "0")}`;
  };
}

/** The caller's request id where it is a plain one, else a new one. */
function requestId(request: Request, makeId: () => string): string {
  const given = request.headers.get("x-request-id");
  return given !== null && /^[A-Za-z0-9._-]{8,64}$/.test(given) ? given : makeId();
}

/** Any origin, no credentials: everything here is public and read-only. */
function crossOrigin() {
  return cors({
    origin: "*",
    credentials: false,
    methods: ["GET", "HEAD", "OPTIONS"],
    allowedHeaders: ["X-API-Key", "X-Request-Id"],
    exposeHeaders: HEADER_NAMES,
    maxAge: 86_400,
  });
}

/** This version issues no keys. A key is never served at the anonymous limit, so that nobody takes it for valid. */
function refuseKeys(request: Request): void {
  if (request.method === "OPTIONS" || request.headers.get("x-api-key") === null) return;
  throw new Fault("key_unknown", {
    detail: "This API has no such key. Leave X-API-Key out to be served at the anonymous limit.",
  });
}

/** What a refused caller is told beyond the problem: whom to ask, and which policy it was. */
function problemExtra(fault: Fault, contact: string): Readonly<Record<string, unknown>> {
  if (fault.code !== "limit_exceeded" && fault.code !== "key_unknown") return {};
  const policies = fault.code === "limit_exceeded" ? { "violated-policies": ["default"] } : {};
  return { ...policies, contact: contact === "" ? null : contact };
}
