import type { Contract } from "@dnstools/core/contract";

/** What the analysis service offers, for the gateway and for other services. */
export const contracts: readonly Contract[] = [];
