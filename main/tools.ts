import type { Reports } from "@dnstools/core/report/make-report";
import type { Contract, ServiceName, ToolName } from "@dnstools/core/tool/contract";

/** The service of each tool, in the order in which the tools are shown to users. */
export const TOOLS = {
  dns: "dns",
  mail: "mail",
  ssl: "cert",
  whois: "network",
  reverse: "network",
  dnsbl: "network",
  propagation: "analysis",
  scout: "analysis",
} as const satisfies Record<ToolName, ServiceName>;
/** Names of all tools. */
export const TOOL_NAMES = Object.keys(TOOLS) as ToolName[];

/** Returns true if a text is the name of a tool. */
export function isTool(name: string): name is ToolName {
  return Object.hasOwn(TOOLS, name);
}

const CONTRACTS: Record<ServiceName, () => Promise<{ readonly contracts: readonly Contract[] }>> = {
  dns: () => import("@dnstools/dns/contracts"),
  network: () => import("@dnstools/network/contracts"),
  cert: () => import("@dnstools/cert/contracts"),
  mail: () => import("@dnstools/mail/contracts"),
  analysis: () => import("@dnstools/analysis/contracts"),
};

/** Returns the contracts of a service's tools. Loads no code of other services. */
export async function contractsOf(service: ServiceName): Promise<readonly Contract[]> {
  return (await CONTRACTS[service]()).contracts;
}

/** Returns the contract of a tool. Loads no code of other services. */
export async function contractOf(tool: ToolName): Promise<Contract> {
  const found = (await contractsOf(TOOLS[tool])).find((contract) => contract.tool === tool);
  if (found === undefined) throw new Error(`the ${TOOLS[tool]} service has no tool ${tool}`);
  return found;
}

const REPORTS: Record<ServiceName, () => Promise<{ readonly reports: Reports }>> = {
  dns: () => import("@dnstools/dns/reports"),
  network: () => import("@dnstools/network/reports"),
  cert: () => import("@dnstools/cert/reports"),
  mail: () => import("@dnstools/mail/reports"),
  analysis: () => import("@dnstools/analysis/reports"),
};

/** Returns the report builders of a service's tools. Loads no code of other services. */
export async function reportsOf(service: ServiceName): Promise<Reports> {
  return (await REPORTS[service]()).reports;
}
