import { contract as mail } from "./tools/mail/contract.ts";

/** What the mail service offers, for the gateway and for other services. */
export const contracts = [mail];
