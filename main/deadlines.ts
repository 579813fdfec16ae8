import type { ToolName } from "@dnstools/core/tool/contract";
import { contracts } from "@dnstools/gateway";
import { callMs, DEADLINE_MAX_MS, QUEUE_WAIT_MAX_MS } from "@dnstools/server/client/call-time";
import type { Config } from "./settings.ts";
import type { Service } from "./targets.ts";

/** Milliseconds that each of a service's tools has: its contract's, or what TOOL_DEADLINES says. */
export function deadlinesOf(
  name: Service,
  { TOOL_DEADLINES, WAIT_FACTOR }: Config,
): Partial<Record<ToolName, number>> {
  const set = new Map(TOOL_DEADLINES);
  return Object.fromEntries(
    contracts
      .filter(({ service }) => service === name)
      .map(({ tool, deadlineMs }) => [
        tool,
        Math.min(DEADLINE_MAX_MS, Math.round((set.get(tool) ?? deadlineMs) * WAIT_FACTOR)),
      ]),
  );
}

/** What is wrong with TOOL_DEADLINES: names that are no tool's. */
export function deadlineProblems({ TOOL_DEADLINES }: Config): readonly string[] {
  const tools: readonly string[] = contracts.map(({ tool }) => tool);
  return TOOL_DEADLINES.filter(([tool]) => !tools.includes(tool)).map(
    ([tool]) => `TOOL_DEADLINES names ${tool}, which is no tool: set some of ${tools.join(", ")}`,
  );
}

/** Milliseconds that a call waits for its turn at most. */
export function queueWaitMs({ QUEUE_WAIT_MS, WAIT_FACTOR }: Config): number {
  return Math.min(QUEUE_WAIT_MAX_MS, Math.round(QUEUE_WAIT_MS * WAIT_FACTOR));
}

/** Milliseconds that a call of some services takes at most. */
export function longestOf(names: readonly Service[], config: Config): number {
  const deadlines = names.flatMap((name) => Object.values(deadlinesOf(name, config)));
  return callMs(Math.max(...deadlines), queueWaitMs(config));
}
