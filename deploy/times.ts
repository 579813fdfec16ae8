import { callMs, DEADLINE_MAX_MS, QUEUE_WAIT_MAX_MS } from "@dnstools/server/client/call-time";
import type { Config } from "@dnstools/server/config/config";

/** Milliseconds that a stop has beyond the longest call: a drain's own time, writing what is left, and some to spare. */
export const STOP_MARGIN_MS = 5000;
/** Milliseconds that the edge waits beyond the longest call: a gateway's own 503 then comes first. */
export const EDGE_MARGIN_MS = 2000;

/** Milliseconds that a call of any tool takes at most with these settings: its wait for a turn, and its deadline. */
export function longestCallMs(config: Config): number {
  const tools = Object.entries(config).filter(([name]) => /^(?!REDIS_)\w+_DEADLINE_MS$/.test(name));
  const scaled = (ms: number, most: number) => Math.min(most, Math.round(ms * config.WAIT_FACTOR));
  const deadlines = tools.map(([, ms]) => scaled(Number(ms), DEADLINE_MAX_MS));
  return callMs(Math.max(...deadlines), scaled(config.QUEUE_WAIT_MS, QUEUE_WAIT_MAX_MS));
}

/** Milliseconds from SIGTERM until a process of ours has ended in any case. */
export function stopMs(config: Config): number {
  return config.DRAIN_DELAY_MS + longestCallMs(config) + STOP_MARGIN_MS;
}
