import { mail } from "./mail/index.ts";

/** The tools of the mail service. */
export const tools = [mail];
