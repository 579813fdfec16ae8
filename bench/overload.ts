import { WIRINGS } from "@dnstools/lab/support/product";
import { hanging } from "./overload-hanging.ts";
import { keyed } from "./overload-keyed.ts";
import { mixed } from "./overload-mixed.ts";
import { publishNames } from "./overload-names.ts";
import { chosenRows, optionOf } from "./rows.ts";

/**
 * Loads the product with more calls than it can answer, and shows which calls are answered, how all other calls are
 * refused, and which callers are not affected. Run as `bin/bench overload [--share=0.2] [ROW...]`.
 */
const [ALL, PER_TARGET] = WIRINGS;
const SHARE = Number(optionOf("share") ?? 1);
const ROWS = {
  mixed: () => mixed(ALL, SHARE),
  "mixed-per-target": () => mixed(PER_TARGET, SHARE),
  hanging: () => hanging(ALL, SHARE),
  "hanging-per-target": () => hanging(PER_TARGET, SHARE),
  keyed,
} as const;

const rows = chosenRows(ROWS, ["mixed", "hanging", "keyed"]);
await publishNames();
for (const row of rows) await row();
process.exit(0);
