import { contract as dns } from "./tools/dns/contract.ts";

/** What the dns service offers, for the gateway and for other services. */
export const contracts = [dns];
