import { crowds } from "./mail-crowd.ts";

/** Measures many `mail` calls at once, without round trips. mail-rtt.ts is the second part, with round trips. */
await crowds();
