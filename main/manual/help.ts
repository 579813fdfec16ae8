import type { Contract } from "@dnstools/core/tool/contract";
export function toolHelp(contract: Contract): string {
  return `${contract.summary}\n`;
}
