import type { ToolName } from "@dnstools/core/tool/contract";
import { contracts } from "@dnstools/gateway";
import { callMs } from "@dnstools/server/client/call-time";
import type { Config } from "./settings.ts";
import type { Service } from "./targets.ts";
import { queueWaitMs, toolDeadlines } from "./tool-deadlines.ts";

/** Milliseconds that each of a service's tools has: its contract's, or what TOOL_DEADLINES says. */
export function deadlinesOf(name: Service, config: Config): Partial<Record<ToolName, number>> {
  return toolDeadlines(
    contracts.filter(({ service }) => service === name),
    config,
  );
}

/** What is wrong with TOOL_DEADLINES: names that are no tool's. */
export function deadlineProblems({ TOOL_DEADLINES }: Config): readonly string[] {
  const tools: readonly string[] = contracts.map(({ tool }) => tool);
  return TOOL_DEADLINES.filter(([tool]) => !tools.includes(tool)).map(
    ([tool]) => `TOOL_DEADLINES names ${tool}, which is no tool: set some of ${tools.join(", ")}`,
  );
}

/** Milliseconds that a call of some services takes at most. */
export function longestOf(names: readonly Service[], config: Config): number {
  const deadlines = names.flatMap((name) => Object.values(deadlinesOf(name, config)));
  return callMs(Math.max(...deadlines), queueWaitMs(config));
}
