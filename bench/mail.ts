import { crowds } from "./mail-crowd.ts";

/** What many `mail` at once cost, without round trips. Its second part, with them, is mail-rtt.ts. */
await crowds();
