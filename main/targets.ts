import type { ServiceName } from "@dnstools/core/tool/contract";
import type { HostUse } from "@dnstools/net";

/**
 * The services. Each entry has the name of the setting for the service's URL, what its tools use of the network besides
 * our resolvers and, if the service calls another one, the name of that service. A service comes after the one that it
 * calls.
 */
export const SERVICES = {
  dns: { url: "DNS_URL", uses: ["name_servers"] },
  network: { url: "NETWORK_URL", uses: [43, 443] },
  cert: { url: "CERT_URL", uses: [25, 80, 443] },
  analysis: { url: "ANALYSIS_URL", uses: ["name_servers"] },
  mail: { url: "MAIL_URL", uses: [443], asks: "network" },
} as const satisfies Record<ServiceName, ServiceSettings>;
/** Name of a service. */
export type Service = keyof typeof SERVICES;
/** Names of all services. */
export const SERVICE_NAMES = Object.keys(SERVICES) as Service[];

type ServiceSettings = {
  readonly url: "DNS_URL" | "NETWORK_URL" | "CERT_URL" | "MAIL_URL" | "ANALYSIS_URL";
  readonly uses: readonly HostUse[];
  readonly asks?: "network";
};

/** Parts of the API that a process can serve. */
export const TARGETS = ["all", "gateway", ...SERVICE_NAMES] as const;
/** A part of the API that a process can serve. */
export type Target = (typeof TARGETS)[number];

/** Returns the services that a target calls in other processes. */
export function askedBy(target: Target): readonly Service[] {
  if (target === "all") return [];
  if (target === "gateway") return SERVICE_NAMES;
  const { asks }: ServiceSettings = SERVICES[target];
  return asks === undefined ? [] : [asks];
}

/** Returns what the tools of a target use of the network besides our resolvers; nothing for a gateway. */
export function usesOf(target: Target): readonly HostUse[] {
  if (target === "gateway") return [];
  const services = target === "all" ? SERVICE_NAMES : [target];
  return [...new Set(services.flatMap((name): readonly HostUse[] => SERVICES[name].uses))];
}
