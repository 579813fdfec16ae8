import { contract as dns } from "./tools/dns/contract.ts";

/** Contracts of the dns service's tools, for the gateway and for other services. */
export const contracts = [dns];
