import type { EdgeConfig } from "../settings.ts";
import { FLOOD_RETRY_S } from "./flood.ts";
import { map } from "./nginx-text.ts";

/** What a lifted limit shows, as the gateway: the largest integer that a structured field can hold (RFC 9651 3.3.1). */
const UNLIMITED = 999_999_999_999_999;
/** Seconds after which to try again when a part is not available, as the gateway says it. */
const UNAVAILABLE_S = 5;

/**
 * The maps of limit headers: what the gateway told of the client ($told_...), or the whole limit where it was not asked,
 * since nothing was taken. Who floods is told that nothing is left.
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
