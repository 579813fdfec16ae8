import type { ToolName } from "@dnstools/core/tool/contract";
import type { Evidence } from "@dnstools/core/tool/evidence";
import { exchangeSpan } from "./exchange-span.ts";
import { epochMs, type OpenSpan } from "./span.ts";
import type { Tracing } from "./tracing.ts";

/** A run that is over. */
type EndedRun = {
  readonly tool: ToolName;
  readonly outcome: string;
  /** When it began, by the process's clock. */
  readonly start: number;
  readonly evidence: readonly Evidence[];
};

/** Exports a tool's run with its exchanges: the first of them, and how many there were. */
export function recordRun(
  tracing: Tracing,
  span: OpenSpan,
  { tool, outcome, start, evidence }: EndedRun,
): void {
  if (!tracing.exports || !span.context.sampled) return;
  const failed = outcome === "internal_error" || outcome === "upstream_error";
  const shown = evidence.slice(0, tracing.exchangesMax);
  tracing.record({
    ...span,
    kind: "internal",
    name: `run ${tool}`,
    startMs: epochMs(start),
    endMs: epochMs(performance.now()),
    attributes: {
      ...span.attributes,
      "dnstools.tool": tool,
      "dnstools.outcome": outcome,
      "dnstools.exchanges": evidence.length,
      "dnstools.exchanges_shown": shown.length,
      ...(failed ? { "error.type": outcome } : {}),
    },
    failed,
  });
  for (const one of shown) tracing.record(exchangeSpan(one, span.context, tracing.tellsQueries));
}
