import { contract as ssl } from "./tools/ssl/contract.ts";

/** What the cert service offers, for the gateway and for other services. */
export const contracts = [ssl];
