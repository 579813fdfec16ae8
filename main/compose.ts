import { createGateway, type Gateway, limitProblem } from "@dnstools/gateway";
import type { CallService } from "@dnstools/server/client/call";
import { createServiceClient } from "@dnstools/server/client/service-client";
import { tracedCall } from "@dnstools/server/trace/service-span";
import { BUILD } from "./build-info.ts";
import { loadOf } from "./capacity.ts";
import { deadlineProblems, deadlinesOf, longestOf } from "./deadlines.ts";
import { openOutside } from "./network.ts";
import { openService, rulesOf } from "./open-service.ts";
import type { Parts } from "./parts.ts";
import type { Config } from "./settings.ts";
import { askedBy, SERVICE_NAMES, SERVICES, type Service, type Target } from "./targets.ts";

/**
 * Returns error messages for combinations of settings that do not work together, although each single setting is
 * valid.
 */
export async function moreProblems(
  target: Target,
  config: Config,
  resolvers: Parts["resolvers"],
): Promise<string[]> {
  const problems: string[] = [];
  if (target !== "gateway" && resolvers.length === 0)
    problems.push(
      config.DNS_RESOLVERS.length > 0
        ? "DNS_RESOLVERS names no host that has an address: set the resolvers to use"
        : "DNS_RESOLVERS is empty and /etc/resolv.conf names no resolver: set the resolvers to use",
    );
  for (const name of askedBy(target)) {
    const { url } = SERVICES[name];
    if (config[url].length === 0)
      problems.push(`${url} is empty: set the URL of the ${name} service, or use --target=all`);
  }
  problems.push(...deadlineProblems(config));
  if (target === "all" || target === "network") {
    const { networkProblems } = await import("@dnstools/network");
    problems.push(...networkProblems(config.AS_DATABASE));
  }
  const limit = limitProblem(limitOf(config));
  if ((target === "all" || target === "gateway") && limit !== null) problems.push(limit);
  return problems;
}

function limitOf(config: Config) {
  return {
    units: config.RATE_LIMIT_UNITS,
    gatewayCount: config.GATEWAY_COUNT,
    redisUrl: config.REDIS_URL,
    storeDeadlineMs: config.REDIS_DEADLINE_MS,
  };
}

/**
 * Creates the gateway. With the target "all", the services run in this process; otherwise the gateway calls remote
 * services.
 */
export async function openGateway(
  target: Target,
  parts: Parts,
  peer: (request: Request) => string | null,
): Promise<Gateway> {
  const { config, log, metrics, tracing, health } = parts;
  const net = target === "all" ? await openOutside(parts) : null;
  const load = loadOf(target, parts);
  const calls = new Map<Service, CallService>();
  const callOf = (name: Service): CallService => {
    const call = calls.get(name);
    if (call === undefined) throw new Error(`the ${name} service is not open yet`);
    return call;
  };
  // The order of SERVICE_NAMES ensures that a service comes after the services that it calls.
  for (const name of SERVICE_NAMES) {
    const call = net === null ? openRemote(name, parts) : (await openService(name, parts, net, callOf)).call;
    calls.set(name, tracedCall(call, name, tracing));
  }
  health.dependencies.set("keys", "not_used_yet");
  if (config.REDIS_URL !== "") health.dependencies.set("limits", "not_used_yet");
  if (config.GATEWAY_COUNT > 1 && config.REDIS_URL === "" && config.RATE_LIMIT_UNITS > 0) {
    const note = `Each of ${config.GATEWAY_COUNT} gateways grants its share of the limit. With REDIS_URL they share the whole limit.`;
    health.notes.push(note);
    log.warn(note);
  }
  return createGateway({
    services: Object.fromEntries(calls),
    rules: rulesOf(config),
    peer,
    trusted: config.TRUSTED_PROXIES,
    limit: { ...limitOf(config), windowS: config.RATE_LIMIT_WINDOW_S },
    keys: { databaseUrl: config.DATABASE_URL, folder: config.DATA_DIR, graceS: config.KEY_GRACE_S },
    load,
    deadlines: Object.assign({}, ...SERVICE_NAMES.map((name) => deadlinesOf(name, config))),
    listener: config.LISTEN === "" ? config.HOST : null,
    reachesPrivate: config.EGRESS_ALLOW.length > 0,
    corsOrigins: config.CORS_ORIGINS ?? (config.EGRESS_ALLOW.length > 0 ? [] : "*"),
    onState: (name, state) => health.dependencies.set(name, state),
    ...BUILD,
    publicUrl: config.PUBLIC_URL,
    contact: config.OPERATOR_CONTACT,
    log,
    metrics,
    tracing,
  });
}

/**
 * Creates a client for a service that runs in other processes. /readyz shows the state of the service and, if it has
 * several processes, the state of each one.
 */
export function openRemote(name: Service, { config, health, log, metrics }: Parts): CallService {
  const urls = config[SERVICES[name].url];
  const { dependencies } = health;
  dependencies.set(name, "not_used_yet");
  const count = metrics.upstream(name);
  const many = urls.length > 1;
  if (many) for (const url of urls) dependencies.set(`${name} at ${url}`, "not_used_yet");
  return createServiceClient({
    urls,
    name,
    callMs: longestOf([name], config),
    log,
    onCall(outcome, circuit, elapsedMs) {
      count(outcome, circuit, elapsedMs);
      if (outcome === "cancelled" || outcome === "retried") return;
      dependencies.set(name, outcome === "ok" ? "ok" : "failing");
    },
    onAddress(url, answers) {
      if (many) dependencies.set(`${name} at ${url}`, answers ? "ok" : "failing");
    },
  });
}
