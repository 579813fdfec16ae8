import type { ToolName } from "@dnstools/core/tool/contract";
import type { Evidence } from "@dnstools/core/tool/evidence";
import type { TraceContext } from "./context.ts";
import { type Attributes, type OpenSpan, openBelow, type Span } from "./span.ts";
import type { Tracing } from "./tracing.ts";

/** Maximum number of exchanges of one run that are exported as spans. */
const EXCHANGES_MAX = 64;

/** A finished run. */
type EndedRun = {
  readonly tool: ToolName;
  readonly outcome: string;
  /** Time at which the run began, on the clock of performance.now(). */
  readonly start: number;
  readonly evidence: readonly Evidence[];
};

/** Exports the span of a tool's run, with the run's total number of exchanges, and spans of the first exchanges. */
export function recordRun(
  tracing: Tracing,
  span: OpenSpan,
  { tool, outcome, start, evidence }: EndedRun,
): void {
  if (!tracing.exports || !span.context.sampled) return;
  const failed = outcome === "internal_error" || outcome === "upstream_error";
  const shown = evidence.slice(0, EXCHANGES_MAX);
  tracing.end(span, {
    kind: "internal",
    name: `run ${tool}`,
    start,
    attributes: {
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

/** Name that evidence uses for our own resolvers. */
const OURS = "resolver";

/**
 * Converts the evidence of an exchange to a span. The server and the question may reveal the target of a call, so they
 * are included only if queries may be logged.
 */
function exchangeSpan(evidence: Evidence, parent: TraceContext, tellsQueries: boolean): Span {
  const { transport, rcode, reason, at, elapsedMs } = evidence;
  const startMs = Date.parse(at);
  const isDns = transport === "udp" || transport === "tcp";
  const isHttp = transport === "https" || transport === "http";
  const type = isDns ? (/ IN (\S+)/.exec(evidence.question)?.[1] ?? "") : "";
  const attributes: Attributes = {
    "dnstools.upstream": evidence.server === OURS ? "own_resolver" : "server",
    "network.protocol.name": isDns ? "dns" : transport,
    ...(isDns ? { "network.transport": transport, "dnstools.dns.question.type": type } : {}),
    ...(rcode !== null && isDns ? { "dnstools.dns.rcode": rcode } : {}),
    ...(isHttp ? { "http.request.method": "GET" } : {}),
    ...(isHttp && rcode !== null ? { "http.response.status_code": Number(rcode) } : {}),
    ...(reason === null ? {} : { "error.type": reason }),
    ...(tellsQueries
      ? {
          "dnstools.question": evidence.question,
          "dnstools.server": evidence.server,
          "server.address": evidence.address,
        }
      : {}),
  };
  return {
    ...openBelow(parent),
    kind: "client",
    name: isDns ? `DNS ${type}` : isHttp ? "GET" : transport.toUpperCase(),
    startMs,
    endMs: startMs + elapsedMs,
    attributes,
    failed: reason !== null,
  };
}
