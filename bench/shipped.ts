import { labSettings } from "@dnstools/lab/support/product";

/** Settings that a product in the lab cannot do without, and those that say what `bin/start` says. */
const NEEDED = ["PATH", "PORT", "METRICS_PORT", "DATA_DIR", "CA_EXTRA_FILE", "BUN_CONFIG_MAX_HTTP_REQUESTS"];

/** Takes back what the lab sets otherwise than it is shipped, for `startProduct` and its like: an empty setting is its default. */
export const SHIPPED: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(labSettings())
    .filter((name) => !NEEDED.includes(name))
    .map((name) => [name, ""]),
);
