import { type NetEvent, RESOLVER_FAULTS } from "@dnstools/core/net-event";
import { ROOT_ANCHORS } from "@dnstools/core/protocol/dnssec/keys/trust-anchors";
import type { ParamRules } from "@dnstools/core/tool/params";
import { scaleWaits } from "@dnstools/core/waits";
import { createGateway, type Gateway, limitProblem } from "@dnstools/gateway";
import type { Net } from "@dnstools/net";
import type { CallService } from "@dnstools/server/client/call";
import { createServiceClient } from "@dnstools/server/client/service-client";
import { authoritiesOf } from "@dnstools/server/config/authorities";
import { probeNameOf, userAgentOf } from "@dnstools/server/config/identity";
import { readOpenFilesLimit } from "@dnstools/server/config/open-files";
import { type Health, noteEvent } from "@dnstools/server/http/health";
import type { Log } from "@dnstools/server/log";
import type { Metrics } from "@dnstools/server/metrics/metrics";
import type { Load } from "@dnstools/server/run/admission";
import type { Service as OpenService } from "@dnstools/server/run/mount";
import { tracedCall } from "@dnstools/server/trace/service-span";
import type { Tracing } from "@dnstools/server/trace/tracing";
import { BUILD } from "./build-info.ts";
import type { Config } from "./settings.ts";
import {
  askedBy,
  deadlineProblems,
  deadlinesOf,
  longestOf,
  queueWaitMs,
  SERVICE_NAMES,
  SERVICES,
  type Service,
  type Target,
} from "./targets.ts";

/** What every part of a process uses. */
export type Parts = {
  readonly config: Config;
  readonly log: Log;
  /** Tells the operator a whole sentence: in the log, or plainly where a person started the process. */
  readonly warn: (text: string) => void;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly health: Health;
  /** Our own resolvers, where this process asks the network. */
  readonly resolvers: Resolvers;
};

/** Problems of settings together, which no setting shows alone. */
export async function moreProblems(target: Target, config: Config, resolvers: Resolvers): Promise<string[]> {
  const problems: string[] = [];
  if (target !== "gateway" && resolvers.length === 0)
    problems.push(
      config.DNS_RESOLVERS.length > 0
        ? "DNS_RESOLVERS names no host that has an address: set the resolvers to ask"
        : "DNS_RESOLVERS is empty and /etc/resolv.conf names none: set the resolvers to ask",
    );
  for (const name of askedBy(target)) {
    const { url } = SERVICES[name];
    if (config[url].length === 0)
      problems.push(`${url} is empty: say where the ${name} service is, or use --target=all`);
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

/** What the operator allows callers. */
function rulesOf(config: Config): ParamRules {
  return { allow: config.EGRESS_ALLOW, deny: config.TARGET_DENY };
}

type Resolvers = Awaited<ReturnType<typeof lookUpResolvers>>;

/** Looks up the resolvers to ask, once: a second time there could be none, behind the check that there are. */
export async function lookUpResolvers(config: Config) {
  const { DNS_RESOLVERS: named } = config;
  const { resolverAddresses, systemResolvers } = await import("@dnstools/net");
  return named.length > 0 ? resolverAddresses(named, scaleWaits(config.WAIT_FACTOR)) : systemResolvers();
}

/** The gateway, with every service in this process or a client of it. */
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
    if (call === undefined) throw new Error(`the ${name} service is opened too late`);
    return call;
  };
  // A service stands behind those that it asks.
  for (const name of SERVICE_NAMES) {
    const call = net === null ? openRemote(name, parts) : (await openService(name, parts, net, callOf)).call;
    calls.set(name, tracedCall(call, name, tracing));
  }
  health.dependencies.set("keys", "not_used_yet");
  if (config.REDIS_URL !== "") health.dependencies.set("limits", "not_used_yet");
  if (config.GATEWAY_COUNT > 1 && config.REDIS_URL === "" && config.RATE_LIMIT_UNITS > 0) {
    const note = `Each of ${config.GATEWAY_COUNT} gateways grants its part of the limit. With REDIS_URL they share all of it.`;
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

/** Requests that Bun's fetch has under way in a process; its variable must be set before it starts. */
const FETCHES_MAX = Number(process.env["BUN_CONFIG_MAX_HTTP_REQUESTS"]) || 256;

/** Open files that a call needs, its client's connection included, on average of a crowd. */
const OPEN_FILES_OF_CALL = 4;

/** Below so many open files an operator is warned. */
const OPEN_FILES_FEW = 4096;

/** What an operator should know of the machine that a process starts on; null where all is well. */
export function fewOpenFiles(): string | null {
  const limit = readOpenFilesLimit() ?? OPEN_FILES_FEW;
  if (limit >= OPEN_FILES_FEW) return null;
  return `only ${limit} files and sockets may be open, so fewer calls are worked on at once: set \`ulimit -n ${OPEN_FILES_FEW}\` or more`;
}

/** How many calls each service works on at once: as many as the operator says, where open files and Bun's fetch allow it. */
function loadOf(target: Target, { config, log }: Pick<Parts, "config" | "log">): Load {
  const wanted = config.SERVICE_CONCURRENCY || Number.POSITIVE_INFINITY;
  const files = readOpenFilesLimit() ?? Number.POSITIVE_INFINITY;
  // Calls that leave by fetch share its requests, so that slow services leave some to the others.
  const fetches =
    target === "gateway" ? Math.floor(FETCHES_MAX / (SERVICE_NAMES.length + 1)) : Number.POSITIVE_INFINITY;
  if (fetches < wanted) {
    log.warn(
      "fewer calls at once than SERVICE_CONCURRENCY says: set BUN_CONFIG_MAX_HTTP_REQUESTS, as bin/start does",
      { serviceConcurrency: fetches },
    );
  }
  const capacity = Math.min(wanted, fetches, Math.floor(files / OPEN_FILES_OF_CALL));
  return {
    capacity: capacity === Number.POSITIVE_INFINITY ? 0 : capacity,
    perCaller: config.KEY_CONCURRENCY,
    perTarget: config.TARGET_CONCURRENCY,
    queueWaitMs: queueWaitMs(config),
  };
}

/** One service in this process, of which alone the code is loaded. @param callOf the way to another. */
export async function openService(
  name: Service,
  { config, log, metrics, tracing, health, resolvers }: Parts,
  net: Net,
  callOf: (name: Service) => CallService,
): Promise<OpenService> {
  const deps = {
    io: net,
    version: BUILD.version,
    log,
    metrics,
    tracing,
    deadlines: deadlinesOf(name, config),
    rules: rulesOf(config),
    cacheMaxAgeS: config.CACHE_MAX_AGE_S,
    load: loadOf(name, { config, log }),
    pages: health.pages,
  };
  if (name === "dns") return (await import("@dnstools/dns")).createDnsService(deps);
  if (name === "cert") {
    if (probeNameOf(config).endsWith(".invalid"))
      log.warn(
        "PROBE_NAME is not set: mail servers are told dnstools.invalid, and many turn such a name away. Set it to a name that leads to this host.",
      );
    const { createCertService } = await import("@dnstools/cert");
    return createCertService({ ...deps, authorities: authoritiesOf(config) });
  }
  if (name === "analysis") {
    const { createAnalysisService } = await import("@dnstools/analysis");
    return createAnalysisService({
      ...deps,
      settings: config,
      perSecond: config.NAMESERVER_QPS,
      folder: config.DATA_DIR,
    });
  }
  if (name === "mail") {
    const { createMailService } = await import("@dnstools/mail");
    return createMailService({ ...deps, network: callOf("network") });
  }
  const { createNetworkService } = await import("@dnstools/network");
  return createNetworkService({ ...deps, settings: config, resolvers });
}

/** From so many open files on outgoing sockets need no bound. */
const OPEN_FILES_MANY = 65_536;
/** What a process has open beside sockets to servers and connections of clients, databases and one socket to each resolver included. */
const OPEN_FILES_OWN = 32;

/** How many outgoing sockets there may be at once: half of what is left of the open files, the other half is for clients; null for any number. */
function socketsMax(files: number | null): number | null {
  if (files === null || files >= OPEN_FILES_MANY) return null;
  return Math.max(1, Math.floor((files - OPEN_FILES_OWN) / 2));
}

/** The process's one way to the outside world. */
export async function openOutside(parts: Parts): Promise<Net> {
  const { config, metrics, health, resolvers } = parts;
  const told = tellOfResolvers(parts);
  const { openNet } = await import("@dnstools/net");
  const { web, own } = authoritiesOf(config);
  health.dependencies.set("resolver", "not_used_yet");
  return openNet({
    resolvers,
    egressAllow: config.EGRESS_ALLOW,
    egressDeny: [...config.EGRESS_DENY, ...config.TARGET_DENY.blocks],
    egressDenyNames: config.TARGET_DENY.names,
    egressTest: config.EGRESS_TEST,
    nameserverQps: config.NAMESERVER_QPS,
    socketsMax: socketsMax(readOpenFilesLimit()),
    addressConcurrency: config.TARGET_CONCURRENCY,
    mixedCase: config.DNS_0X20,
    registryRate: config.REGISTRY_RATE,
    trustAnchors: config.DNSSEC_TRUST_ANCHORS.length > 0 ? config.DNSSEC_TRUST_ANCHORS : ROOT_ANCHORS,
    folder: config.DATA_DIR,
    // Made anew for each connection, so not where Bun has them already.
    ca: config.CA_FILE.pems.length + config.CA_EXTRA_FILE.pems.length === 0 ? null : [...web, ...own],
    probeName: probeNameOf(config),
    keepS: config.CACHE_MAX_AGE_S,
    waits: scaleWaits(config.WAIT_FACTOR),
    userAgent: userAgentOf(config, BUILD.version),
    onEvent(event) {
      metrics.net(event);
      noteEvent(event, health);
      if (event.kind === "resolver_checked" || event.kind === "resolvers_silent") told(event);
    },
  });
}

type OfResolvers = Extract<NetEvent, { kind: "resolver_checked" | "resolvers_silent" }>;

/** Tells the operator of resolvers that are not believed or do not answer at the start, and when they work again. */
function tellOfResolvers({ log, warn }: Pick<Parts, "log" | "warn">): (event: OfResolvers) => void {
  const untrusted = new Set<string>();
  const silent = new Set<string>();
  return (event) => {
    if (event.kind === "resolvers_silent") {
      for (const resolver of event.resolvers) silent.add(resolver);
      warn(
        `No resolver gives a usable answer (asked: ${event.resolvers.join(", ")}). Calls that need a resolver are answered 503 until one does. Check this host's network, or set DNS_RESOLVERS to resolvers that it can reach.`,
      );
      return;
    }
    const { resolver, fault, usable } = event;
    const wasSilent = silent.delete(resolver);
    if (fault === null) {
      if (untrusted.delete(resolver) || wasSilent) log.info(`the resolver ${resolver} works now`);
      return;
    }
    if (untrusted.has(resolver)) return;
    untrusted.add(resolver);
    const effect = usable ? "The others are asked." : "Calls that need a resolver are answered 503.";
    warn(
      `The resolver ${resolver} ${RESOLVER_FAULTS[fault]}, so it is not believed. ${effect} Set DNS_RESOLVERS to resolvers that answer for all of the Internet.`,
    );
  };
}

/** A client of a service in other processes. /readyz shows the service's state, and where it has several processes that of each. */
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
