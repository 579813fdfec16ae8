import { WIRINGS } from "@dnstools/lab/support/product";
import { crowd } from "./overload-crowd.ts";
import { hanging } from "./overload-hanging.ts";
import { keyed } from "./overload-keyed.ts";
import { publishNames } from "./overload-names.ts";

/** More than can be done: what is still answered, what the others get, and who does not notice. */
await publishNames();
await keyed();
for (const wiring of WIRINGS) await hanging(wiring);
for (const wiring of WIRINGS) await crowd(wiring);
process.exit(0);
