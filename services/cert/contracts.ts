import { contract as ssl } from "./tools/ssl/contract.ts";

/** Contracts of the cert service's tools, for the gateway and for other services. */
export const contracts = [ssl];
