import { labSettings } from "@dnstools/lab/support/product";

/** Settings that a product in the lab needs, and those that `bin/start` sets. */
const NEEDED = [
  ...["PATH", "PORT", "METRICS_PORT", "DATA_DIR", "CA_EXTRA_FILE", "DNSSEC_TRUST_ANCHORS"],
  "BUN_CONFIG_MAX_HTTP_REQUESTS",
];

/**
 * Settings that undo the lab's deviations from the shipped settings, for `startProduct` and similar functions. An
 * empty setting selects the default.
 */
export const SHIPPED: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(labSettings())
    .filter((name) => !NEEDED.includes(name))
    .map((name) => [name, ""]),
);
