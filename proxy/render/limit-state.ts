import type { EdgeConfig } from "../settings.ts";
import { FLOOD_RETRY_S } from "./flood.ts";
import { map } from "./nginx-text.ts";

/**
 * The value reported as the rate limit if there is none, as in the gateway: the largest integer of a structured field
 * (RFC 9651 3.3.1).
 */
const UNLIMITED = 999_999_999_999_999;
/** Seconds in Retry-After if the gateway or a service is unavailable, as in the gateway. */
const UNAVAILABLE_S = 5;

/**
 * Returns the nginx maps for the rate limit headers: the values of the gateway ($told_...), or the full limit if the
 * gateway did not report any, because then nothing was charged. For clients that flood the server, the headers show
 * that no units are left.
 */
export function limitState(config: EdgeConfig): string {
  const units = config.RATE_LIMIT_UNITS === 0 ? UNLIMITED : config.RATE_LIMIT_UNITS;
  return [
    map("$told_limit", "$shown_limit", { default: "$told_limit", "": String(units) }),
    map("$fault:$told_remaining", "$shown_remaining", {
      default: "$told_remaining",
      "flood:": "0",
      "~:$": String(units),
    }),
    map("$fault:$told_state", "$shown_state", {
      default: "$told_state",
      "flood:": `"default";r=0;t=${FLOOD_RETRY_S}`,
      "~:$": `"default";r=${units};t=1`,
    }),
    map("$told_policy", "$shown_policy", {
      default: "$told_policy",
      "": `"default";q=${units};w=${config.RATE_LIMIT_WINDOW_S}`,
    }),
    map("$fault", "$retry_after", {
      default: "",
      flood: String(FLOOD_RETRY_S),
      overloaded: String(FLOOD_RETRY_S),
      service_unavailable: String(UNAVAILABLE_S),
      internal_error: String(UNAVAILABLE_S),
    }),
  ].join("");
}
