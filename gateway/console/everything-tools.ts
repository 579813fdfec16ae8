import type { Contract, ToolName } from "@dnstools/core/tool/contract";

/** What is asked about a name. `scout` is left out: it asks hundreds of questions, and costs as much. */
export const ABOUT_NAME: readonly ToolName[] = ["dns", "whois", "mail", "ssl", "dnsbl", "propagation"];
/** What is asked about an address. */
export const ABOUT_ADDRESS: readonly ToolName[] = ["reverse", "whois", "dnsbl"];

/** What the page of everything costs for a domain. */
export function everythingUnits(contracts: readonly Contract[]): number {
  return contracts.filter(({ tool }) => ABOUT_NAME.includes(tool)).reduce((sum, { cost }) => sum + cost, 0);
}
