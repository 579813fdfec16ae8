import type { ServiceName, ToolName } from "@dnstools/core/tool/contract";
import type { HostUse } from "@dnstools/net";
import { TOOL_NAMES, TOOLS } from "./tools.ts";

/**
 * The services. Each entry has the name of the setting for the service's URL and, if the service calls another one, the
 * name of that service. A service comes after the one that it calls.
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

/** What each tool uses of the network besides our resolvers. */
export const USES: Readonly<Record<ToolName, readonly HostUse[]>> = {
  dns: ["name_servers"],
  mail: [443],
  ssl: [25, 80, 443],
  whois: [43, 443],
  reverse: [43, 443],
  dnsbl: [],
  propagation: ["name_servers"],
  scout: ["name_servers"],
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
  const tools = TOOL_NAMES.filter((tool) => target === "all" || TOOLS[tool] === target);
  return [...new Set(tools.flatMap((tool) => USES[tool]))];
}
