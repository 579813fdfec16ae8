import { createAnalysisService } from "@dnstools/analysis";
import { createCertService } from "@dnstools/cert";
import type { ToolName } from "@dnstools/core/contract";
import { createDnsService } from "@dnstools/dns";
import { createGateway, limitProblem } from "@dnstools/gateway";
import { createMailService } from "@dnstools/mail";
import { type Net, openNet, systemResolvers } from "@dnstools/net";
import { createNetworkService, networkProblems } from "@dnstools/network";
import { authoritiesOf } from "@dnstools/service/authorities";
import { type Config, parseConfig } from "@dnstools/service/config";
import { type Door, remoteDoor } from "@dnstools/service/door";
import { drainOnSignal } from "@dnstools/service/drain";
import { createHealth, createHealthDoor, type Health, noteEvent } from "@dnstools/service/health";
import { probeNameOf, userAgentOf } from "@dnstools/service/identity";
import { type Listener, listen } from "@dnstools/service/listen";
import { createLog, describe, type Log } from "@dnstools/service/log";
import { createMetrics, type Metrics } from "@dnstools/service/metrics";
import { version } from "./package.json";

/** The services that run here or elsewhere: where each is found, and the time its tools have. */
const SERVICES = {
  dns: { url: "DNS_URL", deadlines: { dns: "DNS_DEADLINE_MS" } },
  network: {
    url: "NETWORK_URL",
    deadlines: { reverse: "REVERSE_DEADLINE_MS", whois: "WHOIS_DEADLINE_MS", dnsbl: "DNSBL_DEADLINE_MS" },
  },
  cert: { url: "CERT_URL", deadlines: { ssl: "SSL_DEADLINE_MS" } },
  analysis: {
    url: "ANALYSIS_URL",
    deadlines: { propagation: "PROPAGATION_DEADLINE_MS", scout: "SCOUT_DEADLINE_MS" },
  },
  mail: { url: "MAIL_URL", deadlines: { mail: "MAIL_DEADLINE_MS" }, asks: "network" },
} as const satisfies Record<string, ServiceSettings>;
type Service = keyof typeof SERVICES;
const SERVICE_NAMES = Object.keys(SERVICES) as Service[];

type ServiceSettings = {
  readonly url: keyof Config;
  readonly deadlines: Readonly<Partial<Record<ToolName, keyof Config>>>;
  /** Another that it asks. */
  readonly asks?: "network";
};

const TARGETS = ["all", "gateway", ...SERVICE_NAMES] as const;
type Target = (typeof TARGETS)[number];

const USAGE = `Usage: bun main.ts --target=${TARGETS.join("|")} [--example]
  --target   what this process serves: everything, or one part of it
  --example  print an address to try, for people
  --version  print the version
Settings are environment variables; README.md lists them.`;

type Parts = {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly health: Health;
};

process.on("uncaughtException", die);
process.on("unhandledRejection", die);
// What leaves this process goes where it is told to, not where a proxy setting of the machine would send it.
for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"]) {
  delete process.env[name];
  delete process.env[name.toLowerCase()];
}
void main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<void> {
  if (args.includes("--version")) {
    console.log(version);
    return;
  }
  const target = targetOf(args);
  const result = parseConfig(process.env);
  const problems = result.ok ? moreProblems(target, result.config) : result.problems;
  if (!result.ok || problems.length > 0) {
    refuse(problems);
    return;
  }
  const { config } = result;
  const parts: Parts = {
    config,
    log: createLog(config.LOG_LEVEL, { target }),
    metrics: createMetrics({ version, target }),
    health: createHealth(),
  };
  const listeners = await serve(target, parts).catch((error: Error) => error);
  if (listeners instanceof Error) {
    refuse([listeners.message]);
    process.exit(1);
  }
  const longestMs = longestOf(SERVICE_NAMES, config);
  drainOnSignal(listeners.main, { ...parts, longestMs });
  parts.health.phase = "ready";
  // Last, so that whoever waits for this line finds everything in place, the answer to signals too.
  const { main: front, health } = listeners;
  parts.log.info("listening", { url: front.url, metrics: `${health.url}/metrics`, version });
  if (args.includes("--example")) printExample(front.url);
}

function targetOf(args: readonly string[]): Target {
  const known = /^--(target=.*|example)$/;
  const named = args.find((arg) => arg.startsWith("--target="))?.slice("--target=".length);
  const target = TARGETS.find((t) => t === named);
  if (target === undefined || !args.every((arg) => known.test(arg))) {
    console.error(USAGE);
    process.exit(args.includes("--help") ? 0 : 2);
  }
  return target;
}

/** Problems of settings together, which no setting shows alone. */
function moreProblems(target: Target, config: Config): string[] {
  const problems: string[] = [];
  const asks = target !== "gateway";
  if (asks && resolversOf(config).length === 0)
    problems.push("DNS_RESOLVERS is empty and /etc/resolv.conf names none: set the resolvers to ask");
  for (const name of askedBy(target)) {
    const { url } = SERVICES[name];
    if (config[url] === "")
      problems.push(`${url} is empty: say where the ${name} service is, or use --target=all`);
  }
  if (target === "all" || target === "network") problems.push(...networkProblems(config.AS_DATABASE));
  const limit = limitProblem(config.RATE_LIMIT_UNITS);
  if ((target === "all" || target === "gateway") && limit !== null) problems.push(limit);
  return problems;
}

/** The services in other processes that a target asks. */
function askedBy(target: Target): readonly Service[] {
  if (target === "all") return [];
  if (target === "gateway") return SERVICE_NAMES;
  const { asks }: ServiceSettings = SERVICES[target];
  return asks === undefined ? [] : [asks];
}

function refuse(problems: readonly string[]): void {
  console.error(`Not started. Settings to correct:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
  process.exitCode = 1;
}

function resolversOf(config: Config) {
  return config.DNS_RESOLVERS.length > 0 ? config.DNS_RESOLVERS : systemResolvers();
}

type Listeners = { readonly main: Listener; readonly health: Listener };

async function serve(target: Target, parts: Parts): Promise<Listeners> {
  const { config, log, metrics } = parts;
  let open: Listener | undefined;
  const peer = (request: Request) => open?.peer(request) ?? null;
  const door =
    target === "all" || target === "gateway"
      ? openGateway(target, parts, peer)
      : openService(target, parts, openOutside(parts), (name) => openRemote(name, parts));
  const place = config.LISTEN === "" ? { hostname: config.HOST, port: config.PORT } : { unix: config.LISTEN };
  const main = await listen(door, place);
  open = main;
  const healthDoor = createHealthDoor(parts.health, metrics, log);
  const health = await listen(healthDoor, { hostname: config.METRICS_HOST, port: config.METRICS_PORT });
  return { main, health };
}

function openGateway(target: Target, parts: Parts, peer: (request: Request) => string | null): Door {
  const { config, log, metrics } = parts;
  const net = target === "all" ? openOutside(parts) : null;
  const doors = new Map<Service, Door>();
  const doorOf = (name: Service): Door => {
    const door =
      doors.get(name) ?? (net === null ? openRemote(name, parts) : openService(name, parts, net, doorOf));
    doors.set(name, door);
    return door;
  };
  return createGateway({
    doors: Object.fromEntries(SERVICE_NAMES.map((name) => [name, doorOf(name)])),
    rules: { allow: config.EGRESS_ALLOW },
    peer,
    limitUnits: config.RATE_LIMIT_UNITS,
    limitWindowS: config.RATE_LIMIT_WINDOW_S,
    version,
    publicUrl: config.PUBLIC_URL,
    contact: config.OPERATOR_CONTACT,
    log,
    metrics,
  });
}

/** One service in this process. @param doorOf the way to another. */
function openService(
  name: Service,
  { config, log, metrics, health }: Parts,
  net: Net,
  doorOf: (name: Service) => Door,
): Door {
  const deps = {
    io: net,
    version,
    log,
    metrics,
    deadlines: deadlinesOf(name, config),
    rules: { allow: config.EGRESS_ALLOW },
    cacheMaxAgeS: config.CACHE_MAX_AGE_S,
    pages: health.pages,
  };
  if (name === "dns") return createDnsService(deps);
  if (name === "cert") return createCertService({ ...deps, authorities: authoritiesOf(config) });
  if (name === "analysis")
    return createAnalysisService({
      ...deps,
      scout: {
        words: config.SCOUT_WORDS,
        questionsMax: config.SCOUT_QUESTIONS,
        perSecond: config.NAMESERVER_QPS,
      },
      resolverList: { url: config.RESOLVER_LIST_URL, folder: config.DATA_DIR },
    });
  if (name === "mail") return createMailService({ ...deps, network: doorOf("network") });
  const keys = new Map(config.DNSBL_KEYS.map(({ holder, key }) => [holder, key]));
  return createNetworkService({
    ...deps,
    resolvers: resolversOf(config),
    blocklistKeys: keys,
    asDatabase: config.AS_DATABASE,
  });
}

/** Milliseconds of each of a service's tools. */
function deadlinesOf(name: Service, config: Config): Partial<Record<ToolName, number>> {
  const { deadlines }: ServiceSettings = SERVICES[name];
  return Object.fromEntries(
    Object.entries(deadlines).map(([tool, setting]) => [tool, Number(config[setting])]),
  );
}

/** The process's one way to the outside world. */
function openOutside({ config, metrics, health }: Parts): Net {
  const { web, own } = authoritiesOf(config);
  health.dependencies.set("resolver", "not_used_yet");
  return openNet({
    resolvers: resolversOf(config),
    egressAllow: config.EGRESS_ALLOW,
    egressDeny: config.EGRESS_DENY,
    egressTest: config.EGRESS_TEST,
    nameserverQps: config.NAMESERVER_QPS,
    mixedCase: config.DNS_0X20,
    registryRate: config.REGISTRY_RATE,
    folder: config.DATA_DIR,
    // Made anew for each connection, so not where Bun has them already.
    ca: config.CA_FILE.pems.length + config.CA_EXTRA_FILE.pems.length === 0 ? null : [...web, ...own],
    probeName: probeNameOf(config),
    keepS: config.CACHE_MAX_AGE_S,
    userAgent: userAgentOf(config, version),
    onEvent(event) {
      metrics.net(event);
      noteEvent(event, health);
    },
  });
}

/** A door to another process, its state shown by /readyz. */
function openRemote(name: Service, { config, health, log }: Parts): Door {
  health.dependencies.set(name, "not_used_yet");
  return remoteDoor({
    url: String(config[SERVICES[name].url]),
    name,
    deadlineMs: longestOf([name], config),
    log,
    onState: (state) => health.dependencies.set(name, state),
  });
}

/** Milliseconds of the tool of some services that has most. */
function longestOf(names: readonly Service[], config: Config): number {
  return Math.max(...names.flatMap((name) => Object.values(deadlinesOf(name, config))));
}

/** @param url as a listener gives it: http, or unix:/path. */
function printExample(url: string): void {
  const unix = url.startsWith("unix:");
  const base = unix ? "http://localhost" : url;
  const curl = unix ? `curl --unix-socket ${url.slice("unix:".length)}` : "curl";
  console.error(`
dnstools ${version} serves at ${url}

  ${curl} '${base}/api/v1/dns?domain=example.com'

Tools: ${base}/api/v1   OpenAPI: ${base}/openapi.json   Stop: Ctrl-C
`);
}

function die(error: unknown): never {
  console.error(
    JSON.stringify({
      time: new Date().toISOString(),
      level: "error",
      message: "stopped by an error",
      error: describe(error),
    }),
  );
  process.exit(1);
}
