import type { ServiceName, ToolName } from "@dnstools/core/tool/contract";
import { FAULTS } from "@dnstools/core/tool/fault";
import type { CallService } from "../client/call.ts";
import { faultOf } from "../http/problem.ts";
import { type OpenSpan, openBelow } from "./span.ts";
import type { Tracing } from "./tracing.ts";

type Served = {
  readonly service: ServiceName;
  readonly tool: ToolName;
  readonly requestId: string;
  /** Time at which the call arrived, on the clock of performance.now(). */
  readonly start: number;
  readonly failed: boolean;
};

/** Exports the span that the called service creates for a call. */
export function recordService(
  tracing: Tracing,
  span: OpenSpan,
  { service, tool, requestId, start, failed }: Served,
): void {
  if (!tracing.exports) return;
  const attributes = {
    "dnstools.service": service,
    "dnstools.tool": tool,
    "dnstools.request_id": requestId,
  };
  tracing.end(span, { kind: "server", name: `serve ${tool}`, start, attributes, failed });
}

/** Wraps calls to a service in a client span, so that traces show the transmission time. */
export function tracedCall(call: CallService, service: ServiceName, tracing: Tracing): CallService {
  if (!tracing.exports) return call;
  return async (asked, signal, onProgress) => {
    if (asked.trace === null || !asked.trace.sampled) return call(asked, signal, onProgress);
    const span = openBelow(asked.trace);
    const start = performance.now();
    let failed = false;
    try {
      return await call({ ...asked, trace: span.context }, signal, onProgress);
    } catch (error) {
      failed = FAULTS[faultOf(error).code].status >= 500;
      throw error;
    } finally {
      const attributes = { "peer.service": service, "dnstools.tool": asked.tool };
      tracing.end(span, { kind: "client", name: `call ${service}`, start, attributes, failed });
    }
  };
}
