import type { Contract, ToolName } from "@dnstools/core/tool/contract";

/**
 * Tools in the overview of a name. `scout` is not one of them, because it sends hundreds of queries and costs
 * accordingly.
 */
export const ABOUT_NAME: readonly ToolName[] = ["dns", "whois", "mail", "ssl", "dnsbl", "propagation"];
/** Tools in the overview of an address. */
export const ABOUT_ADDRESS: readonly ToolName[] = ["reverse", "whois", "dnsbl"];

/** Returns the units that the overview of a domain costs. */
export function everythingUnits(contracts: readonly Contract[]): number {
  return contracts.filter(({ tool }) => ABOUT_NAME.includes(tool)).reduce((sum, { cost }) => sum + cost, 0);
}
