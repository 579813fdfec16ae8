import { longestOf } from "../main/deadlines.ts";
import type { Config } from "../main/settings.ts";
import { SERVICE_NAMES } from "../main/targets.ts";

/** Milliseconds that a stop has beyond the longest call: a drain's own time, writing what is left, and some to spare. */
export const STOP_MARGIN_MS = 5000;
/** Milliseconds that the edge waits beyond the longest call: a gateway's own 503 then comes first. */
export const EDGE_MARGIN_MS = 2000;

/** Milliseconds that a call of any tool takes at most with these settings: its wait for a turn, and its deadline. */
export function longestCallMs(config: Config): number {
  return longestOf(SERVICE_NAMES, config);
}

/** Milliseconds from SIGTERM until a process of ours has ended in any case. */
export function stopMs(config: Config): number {
  return config.DRAIN_DELAY_MS + longestCallMs(config) + STOP_MARGIN_MS;
}
