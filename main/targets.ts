import type { ToolName } from "@dnstools/core/tool/contract";
import { callMs, DEADLINE_MAX_MS, QUEUE_WAIT_MAX_MS } from "@dnstools/server/client/call-time";
import type { Config } from "@dnstools/server/config/config";

/** The services that run here or elsewhere: where each is found, and the time its tools have. */
export const SERVICES = {
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
export type Service = keyof typeof SERVICES;
export const SERVICE_NAMES = Object.keys(SERVICES) as Service[];

type ServiceSettings = {
  readonly url: "DNS_URL" | "NETWORK_URL" | "CERT_URL" | "MAIL_URL" | "ANALYSIS_URL";
  readonly deadlines: Readonly<Partial<Record<ToolName, keyof Config>>>;
  /** Another that it asks. */
  readonly asks?: "network";
};

export const TARGETS = ["all", "gateway", ...SERVICE_NAMES] as const;
export type Target = (typeof TARGETS)[number];

/** The services in other processes that a target asks. */
export function askedBy(target: Target): readonly Service[] {
  if (target === "all") return [];
  if (target === "gateway") return SERVICE_NAMES;
  const { asks }: ServiceSettings = SERVICES[target];
  return asks === undefined ? [] : [asks];
}

function deadlineMs(ms: number, { WAIT_FACTOR }: Config): number {
  return Math.min(DEADLINE_MAX_MS, Math.round(ms * WAIT_FACTOR));
}

/** Milliseconds that each of a service's tools has. */
export function deadlinesOf(name: Service, config: Config): Partial<Record<ToolName, number>> {
  const { deadlines }: ServiceSettings = SERVICES[name];
  return Object.fromEntries(
    Object.entries(deadlines).map(([tool, setting]) => [tool, deadlineMs(Number(config[setting]), config)]),
  );
}

/** Milliseconds that a call waits for its turn at most. */
export function queueWaitMs({ QUEUE_WAIT_MS, WAIT_FACTOR }: Config): number {
  return Math.min(QUEUE_WAIT_MAX_MS, Math.round(QUEUE_WAIT_MS * WAIT_FACTOR));
}

/** Milliseconds that a call of some services takes at most. */
export function longestOf(names: readonly Service[], config: Config): number {
  const deadlines = names.flatMap((name) => Object.values(deadlinesOf(name, config)));
  return callMs(Math.max(...deadlines), queueWaitMs(config));
}
