import { crowds } from "./mail-crowd.ts";

/** Measures many `mail` calls at once, without round trips. mail-rtt.ts makes the measurements with round trips. */
await crowds();
