import type { Contract, ToolName } from "@dnstools/core/tool/contract";
import { DEADLINE_MAX_MS, QUEUE_WAIT_MAX_MS } from "@dnstools/server/client/call-time";
import type { Config } from "./settings.ts";

/** Returns the deadline of each tool, in milliseconds, from TOOL_DEADLINES or the tool's contract. */
export function toolDeadlines(
  contracts: readonly Contract[],
  { TOOL_DEADLINES, WAIT_FACTOR }: Pick<Config, "TOOL_DEADLINES" | "WAIT_FACTOR">,
): Partial<Record<ToolName, number>> {
  const set = new Map(TOOL_DEADLINES);
  return Object.fromEntries(
    contracts.map(({ tool, deadlineMs }) => [
      tool,
      Math.min(DEADLINE_MAX_MS, Math.round((set.get(tool) ?? deadlineMs) * WAIT_FACTOR)),
    ]),
  );
}

/** Returns the maximum time that a call waits in the queue, in milliseconds. */
export function queueWaitMs({ QUEUE_WAIT_MS, WAIT_FACTOR }: Config): number {
  return Math.min(QUEUE_WAIT_MAX_MS, Math.round(QUEUE_WAIT_MS * WAIT_FACTOR));
}
