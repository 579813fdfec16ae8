import type { ServiceName } from "@dnstools/core/tool/contract";

/**
 * The services. Each entry has the name of the setting for the service's URL and, if the service calls another one,
 * the name of that service. A service comes after the one that it calls.
 */
export const SERVICES = {
  dns: { url: "DNS_URL" },
  network: { url: "NETWORK_URL" },
  cert: { url: "CERT_URL" },
  analysis: { url: "ANALYSIS_URL" },
  mail: { url: "MAIL_URL", asks: "network" },
} as const satisfies Record<ServiceName, ServiceSettings>;
/** Name of a service. */
export type Service = keyof typeof SERVICES;
/** Names of all services. */
export const SERVICE_NAMES = Object.keys(SERVICES) as Service[];

type ServiceSettings = {
  readonly url: "DNS_URL" | "NETWORK_URL" | "CERT_URL" | "MAIL_URL" | "ANALYSIS_URL";
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
