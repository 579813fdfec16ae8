import { contracts, createGateway, type Gateway } from "@dnstools/gateway";
import type { CallService } from "@dnstools/server/client/call";
import { tracedCall } from "@dnstools/server/trace/service-span";
import { BUILD } from "./build-info.ts";
import { loadOf } from "./capacity.ts";
import { addDoctorPage } from "./doctor/page.ts";
import { limitOf } from "./limit.ts";
import { openOutside } from "./network.ts";
import { openRemote } from "./open-remote.ts";
import { callsIn, openService, rulesOf } from "./open-service.ts";
import type { Parts } from "./parts.ts";
import { SERVICE_NAMES, type Service, type Target, usesOf } from "./targets.ts";
import { toolDeadlines } from "./tool-deadlines.ts";

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
  const net = target === "all" ? await openOutside(parts, usesOf(target)) : null;
  if (net !== null) addDoctorPage(net, parts);
  net?.host.start();
  const load = loadOf(target, parts);
  const calls = new Map<Service, CallService>();
  // The order of SERVICE_NAMES ensures that a service comes after the services that it calls.
  for (const name of SERVICE_NAMES) {
    const call =
      net === null
        ? await openRemote(name, parts)
        : tracedCall((await openService(name, parts, net, callsIn(calls))).call, name, tracing);
    calls.set(name, call);
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
    deadlines: toolDeadlines(contracts, config),
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
