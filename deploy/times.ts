import type { Config } from "../main/settings.ts";
import { SERVICE_NAMES } from "../main/targets.ts";
import { longestOf } from "../main/tool-deadlines.ts";
import { contractsOf } from "../main/tools.ts";

const CONTRACTS = (await Promise.all(SERVICE_NAMES.map(contractsOf))).flat();

/**
 * Milliseconds that a process may take to stop in addition to the longest call: for draining and for writing pending
 * data, with a margin.
 */
export const STOP_MARGIN_MS = 5000;
/** Milliseconds that the edge waits in addition to the longest call, so that the gateway's own 503 arrives first. */
export const EDGE_MARGIN_MS = 2000;

/**
 * Returns the maximum duration of a call in milliseconds, across all tools: the wait in the queue plus the tool's
 * deadline.
 */
export function longestCallMs(config: Config): number {
  return longestOf(CONTRACTS, config);
}

/** Returns the maximum time in milliseconds from SIGTERM until a process has ended. */
export function stopMs(config: Config): number {
  return config.DRAIN_DELAY_MS + longestCallMs(config) + STOP_MARGIN_MS;
}
