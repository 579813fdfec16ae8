import type { ToolName } from "@dnstools/core/tool/contract";
import { createTally, type MetricMakers } from "./metric-makers.ts";

export const TOOL_OUTCOMES = [
  "ok",
  "target_error",
  "invalid_input",
  "upstream_error",
  "timeout",
  "refused",
  "cancelled",
  "internal_error",
] as const;
export type ToolOutcome = (typeof TOOL_OUTCOMES)[number];

/** What is counted of one tool, over all that ask for it and answer in this process. */
export type ToolMetrics = {
  /** A request ended. */
  readonly ended: (outcome: ToolOutcome) => void;
  /** A run ended, whoever shared it. */
  readonly ran: (elapsedMs: number) => void;
};

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30];

type Tally = { readonly outcomes: Map<ToolOutcome, number>; readonly time: ReturnType<typeof createTally> };

export function toolMetrics(make: MetricMakers): (tool: ToolName) => ToolMetrics {
  const tallies = new Map<ToolName, Tally>();
  make.counterOf("tool_requests_total", "Requests for a tool by outcome.", ["tool", "outcome"], () =>
    [...tallies].flatMap(([tool, { outcomes }]) =>
      [...outcomes].map(([outcome, count]) => [{ tool, outcome }, count] as const),
    ),
  );
  make.histogramOf("tool_duration_seconds", "Time of a tool's run.", ["tool"], SECONDS, () =>
    [...tallies].map(([tool, { time }]) => [{ tool }, time] as const),
  );
  return (tool) => {
    // A gateway and a service in one process count together.
    const tally = tallies.get(tool) ?? {
      outcomes: new Map(TOOL_OUTCOMES.map((outcome) => [outcome, 0])),
      time: createTally(SECONDS),
    };
    tallies.set(tool, tally);
    return {
      ended: (outcome) => void tally.outcomes.set(outcome, (tally.outcomes.get(outcome) ?? 0) + 1),
      ran: (elapsedMs) => tally.time.observe(elapsedMs / 1000),
    };
  };
}
