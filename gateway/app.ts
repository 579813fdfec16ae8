import { contracts as analysis } from "@dnstools/analysis/contracts";
import { contracts as cert } from "@dnstools/cert/contracts";
import type { Contract, ToolName } from "@dnstools/core/tool/contract";
import { FAULTS, type Fault, type FaultCode } from "@dnstools/core/tool/fault";
import type { ParamRules } from "@dnstools/core/tool/params";
import { contracts as dns } from "@dnstools/dns/contracts";
import { contracts as mail } from "@dnstools/mail/contracts";
import { contracts as network } from "@dnstools/network/contracts";
import { compressed } from "@dnstools/server/http/compress";
import { APP_CONFIG, type HttpHandler, measured, pathsOf, problems } from "@dnstools/server/http/http";
import { createRequestLog } from "@dnstools/server/http/request-log";
import type { Log } from "@dnstools/server/log";
import type { Metrics } from "@dnstools/server/metrics/metrics";
import type { Load } from "@dnstools/server/run/admission";
import { createTraces } from "@dnstools/server/trace/traces";
import type { Tracing } from "@dnstools/server/trace/tracing";
import { Elysia } from "elysia";
import { Keys, type KeysOptions } from "./auth/keys.ts";
import { InnerRequests } from "./mcp/inner-requests.ts";
import { MCP_METHODS, MCP_PATH } from "./mcp/path.ts";
import { mcp } from "./mcp/plugin.ts";
import { findAssets } from "./pages/assets.ts";
import { pages } from "./pages/index.ts";
import { createProblemPages } from "./pages/problem.tsx";
import { admission } from "./plugins/admission.ts";
import { caller } from "./plugins/caller.ts";
import { clicks } from "./plugins/clicks.ts";
import { type ClientOptions, createClients } from "./plugins/client-address.ts";
import { crossOrigin, METHODS } from "./plugins/cors.ts";
import { everything } from "./plugins/everything.ts";
import { host } from "./plugins/host.ts";
import { own } from "./plugins/own.ts";
import { parameters } from "./plugins/parameters.ts";
import { createTakeUnits, rateLimit, refund } from "./plugins/rate-limit.ts";
import { readyHeaders } from "./plugins/ready-headers.ts";
import { requestId } from "./plugins/request-id.ts";
import { type Services, tools } from "./plugins/tools.ts";
import { createTurns } from "./plugins/turns.ts";
import { createUnknownPath } from "./plugins/unknown-path.ts";
import { createLimiter, type LimiterOptions, shareOf } from "./rate-limit/limiter.ts";
import { createReportProblems, reportPaths } from "./report/report-headers.ts";
import { createKeptReports } from "./stream/kept-reports.ts";
import { createReportPages } from "./stream/report-pages.ts";
import { wellKnown } from "./well-known/index.ts";

/** Every contract the gateway offers. */
export const contracts: readonly Contract[] = [...dns, ...network, ...cert, ...mail, ...analysis];

export type GatewayDeps = {
  readonly services: Services;
  readonly peer: ClientOptions["peer"];
  readonly trusted: ClientOptions["trusted"];
  /** Rules for the names and addresses that callers may query. */
  readonly rules: ParamRules;
  readonly limit: Pick<LimiterOptions, "units" | "windowS" | "gatewayCount" | "redisUrl" | "storeDeadlineMs">;
  readonly keys: Pick<KeysOptions, "databaseUrl" | "folder" | "graceS">;
  readonly load: Load;
  /** The operator's deadlines for tools, in milliseconds; a tool that is not listed has the deadline of its contract. */
  readonly deadlines: Readonly<Partial<Record<ToolName, number>>>;
  /** The address that the gateway listens on; null if it listens on a Unix socket. */
  readonly listener: string | null;
  /** True if callers may query addresses that are not public. */
  readonly reachesPrivate: boolean;
  readonly corsOrigins: readonly string[] | "*";
  readonly version: string;
  /** The commit that the program was built from. */
  readonly revision: string;
  readonly publicUrl: string;
  readonly contact: string;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  /** Called when the state of a dependency (the key database or the rate limit store) changes. */
  readonly onState: (dependency: "keys" | "limits", state: "ok" | "failing") => void;
};

/** A running gateway. `close` writes the key uses that are still in memory and closes all connections. */
export type Gateway = {
  readonly handler: HttpHandler;
  readonly routes: Elysia["routes"];
  readonly close: () => Promise<void>;
};

/** Options that determine how many units a client has. */
type GrantedBy = Pick<LimiterOptions, "units" | "gatewayCount" | "redisUrl">;

/** Returns an error message for the operator if a tool costs more units than the rate limit allows; otherwise null. */
export function limitProblem(
  { units, gatewayCount, redisUrl }: GrantedBy,
  offered: readonly Contract[] = contracts,
): string | null {
  const highestCost = highestCostOf(offered);
  const share = grantedUnits({ units, gatewayCount, redisUrl });
  if (units === 0 || share >= highestCost) return null;
  const each = share === units ? "" : ` is ${share} for each of ${gatewayCount} gateways without REDIS_URL`;
  return `RATE_LIMIT_UNITS=${units}${each}: the most expensive tool costs ${highestCost} units and could never be called; set at least ${highestCost * (share === units ? 1 : gatewayCount)}, or 0 for no limit`;
}

/**
 * Returns the units that this gateway allows a client: the whole limit, or only this gateway's share of it if several
 * gateways have no common store.
 */
function grantedUnits({ units, gatewayCount, redisUrl }: GrantedBy): number {
  return redisUrl === "" ? shareOf(units, gatewayCount) : units;
}

function highestCostOf(offered: readonly Contract[]): number {
  return Math.max(...offered.map((contract) => contract.cost));
}

/**
 * Creates the gateway. The plugins are listed in the order in which a request passes through them; each one is a file
 * in ./plugins. The first five run for every request, even if no route matches. The `problems` plugin turns errors
 * into responses. The plugins for tool calls run only for tool calls, because a hook adds about 2 us to a request even
 * if it does nothing.
 */
export function createGateway(deps: GatewayDeps): Gateway {
  const { log, metrics, load } = deps;
  const { registry, cache } = metrics;
  const limiter = createLimiter({
    ...deps.limit,
    leastUnits: highestCostOf(contracts),
    log,
    registry,
    onState: (state) => deps.onState("limits", state),
  });
  const keys = new Keys({
    ...deps.keys,
    log,
    registry,
    cache,
    onState: (state) => deps.onState("keys", state),
  });
  const clients = createClients(deps);
  const inner = new InnerRequests();
  const clientOf = (request: Request) => inner.callerOf(request)?.client ?? clients.clientOf(request);
  const traces = createTraces(deps.tracing, clientOf);
  const requestLog = createRequestLog(log, traces, clientOf);
  const services = [...new Set(contracts.map((contract) => contract.service))];
  const info = {
    ...deps,
    contracts,
    units: grantedUnits(deps.limit),
    windowS: limiter.windowS,
    queueWaitMs: load.queueWaitMs,
  };
  const extra = (fault: Fault) => problemExtra(fault, deps.contact);
  const assets = findAssets();
  const kept = createKeptReports();
  const reportPages = createReportPages({ assets, contracts, publicUrl: info.publicUrl }, kept);
  const take = createTakeUnits(limiter, metrics);
  const enter = createTurns(services, load, metrics);
  const streams = { log, requestLog, extra, spanOf: traces.of };
  const app = new Elysia(APP_CONFIG);
  app
    .use(requestId())
    .use(crossOrigin(deps.corsOrigins))
    .use(caller({ clients, keys, limiter, inner }))
    .use(readyHeaders())
    .use(host({ ...deps, isTrustedProxy: clients.isTrustedProxy, inner }))
    .use(refund(limiter))
    .use(
      problems({
        log,
        requestLog,
        allow: allowedAt,
        routes: () => app.routes,
        unknownPath: createUnknownPath(contracts, deps.rules, () => pathsOf(app.routes)),
        extra,
        present: createProblemPages(contracts, assets, createReportProblems(contracts)),
      }),
    )
    .use(
      new Elysia({ name: "calls of tools" })
        .use(parameters(contracts, deps.rules, metrics))
        .use(clicks(reportPages))
        .use(rateLimit(take))
        .use(admission(enter))
        .use(tools(contracts, deps.services, { ...streams, pages: reportPages })),
    )
    .use(
      everything({
        ...streams,
        services: deps.services,
        readings: { contracts, rules: deps.rules },
        take,
        enter,
        count: metrics.tool,
        assets,
        kept,
      }),
    )
    .use(own(limiter, { ...deps, contracts }))
    .use(mcp({ ...deps, contracts, requestLog, traces, inner, send: async (request) => app.fetch(request) }))
    .use(pages(info, assets))
    .use(wellKnown(info));
  return {
    handler: compressed(measured(app, "gateway", { metrics, log, requestLog, traces })),
    routes: app.routes,
    async close() {
      await Promise.all([keys.close(), limiter.close()]);
    },
  };
}

const isReport = reportPaths(contracts, "all");

/**
 * Returns the HTTP methods that a path allows. Paths of reports also allow POST, which the button on the report's page
 * uses.
 */
function allowedAt(path: string): string {
  if (path === MCP_PATH) return MCP_METHODS;
  return isReport(path) ? `${METHODS}, POST` : METHODS;
}

/**
 * For each refusal, the policy that the caller violated: its name in RateLimit-Policy, or the name of a policy that
 * this header does not list.
 */
const VIOLATED: Partial<Record<FaultCode, string>> = {
  limit_exceeded: "default",
  too_many_bad_keys: "bad-keys",
};

/** Returns the additional fields of a refusal's problem document: the operator's contact and the violated policy. */
function problemExtra({ code }: Fault, contact: string): Readonly<Record<string, unknown>> {
  const { status } = FAULTS[code];
  if (status !== 401 && status !== 429) return {};
  const policy = VIOLATED[code];
  return {
    ...(policy === undefined ? {} : { "violated-policies": [policy] }),
    contact: contact === "" ? null : contact,
  };
}
