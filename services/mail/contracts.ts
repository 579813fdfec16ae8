import { contract as mail } from "./tools/mail/contract.ts";

/** Contracts of the mail service's tools, for the gateway and for other services. */
export const contracts = [mail];
