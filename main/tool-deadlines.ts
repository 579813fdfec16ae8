import { type Contract, TOOL_NAMES, type ToolName } from "@dnstools/core/tool/contract";
import { callMs, DEADLINE_MAX_MS, QUEUE_WAIT_MAX_MS } from "@dnstools/server/client/call-time";
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

/** Returns the longest time in milliseconds that a call of one of the given tools can take. */
export function longestOf(contracts: readonly Contract[], config: Config): number {
  return callMs(Math.max(...Object.values(toolDeadlines(contracts, config))), queueWaitMs(config));
}

/** Returns an error message for each name in TOOL_DEADLINES that is not the name of a tool. */
export function deadlineProblems({ TOOL_DEADLINES }: Config): readonly string[] {
  const tools: readonly string[] = TOOL_NAMES;
  return TOOL_DEADLINES.filter(([tool]) => !tools.includes(tool)).map(
    ([tool]) => `TOOL_DEADLINES names ${tool}, which is not a tool: use ${tools.join(", ")}`,
  );
}
