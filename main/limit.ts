import type { Config } from "./settings.ts";

/** Returns the settings of the rate limit. */
export function limitOf(config: Config) {
  return {
    units: config.RATE_LIMIT_UNITS,
    gatewayCount: config.GATEWAY_COUNT,
    redisUrl: config.REDIS_URL,
    storeDeadlineMs: config.REDIS_DEADLINE_MS,
  };
}
