import type { ToolName } from "@dnstools/core/tool/contract";
import { contracts } from "@dnstools/gateway";
import { callMs } from "@dnstools/server/client/call-time";
import type { Config } from "./settings.ts";
import type { Service } from "./targets.ts";
import { queueWaitMs, toolDeadlines } from "./tool-deadlines.ts";

/** Returns the deadline of each tool of a service, in milliseconds, from TOOL_DEADLINES or the tool's contract. */
export function deadlinesOf(name: Service, config: Config): Partial<Record<ToolName, number>> {
  return toolDeadlines(
    contracts.filter(({ service }) => service === name),
    config,
  );
}

/** Returns an error message for each name in TOOL_DEADLINES that is not the name of a tool. */
export function deadlineProblems({ TOOL_DEADLINES }: Config): readonly string[] {
  const tools: readonly string[] = contracts.map(({ tool }) => tool);
  return TOOL_DEADLINES.filter(([tool]) => !tools.includes(tool)).map(
    ([tool]) => `TOOL_DEADLINES names ${tool}, which is not a tool: use ${tools.join(", ")}`,
  );
}

/** Returns the longest time in milliseconds that a call to one of the given services can take. */
export function longestOf(names: readonly Service[], config: Config): number {
  const deadlines = names.flatMap((name) => Object.values(deadlinesOf(name, config)));
  return callMs(Math.max(...deadlines), queueWaitMs(config));
}
