import type { CallService, Progress } from "@dnstools/server/client/call";
import { ServiceUnavailable } from "@dnstools/server/client/service-client";
import type { OpenSpan } from "@dnstools/server/trace/span";
import type { ToolRequest, Turn } from "./request-state.ts";

/** A call of a service, and the client it is made for. */
export type OwnCall = {
  readonly service: CallService;
  readonly span: OpenSpan;
  readonly requestId: string;
  /** As callerHash has it. */
  readonly caller: string;
  readonly asked: Pick<ToolRequest, "contract" | "input" | "shape" | "count">;
};

/** Makes a call in its turn, which ends with it, and counts an end that no service counts. @throws Fault as the service says */
export async function callInTurn(
  { waitedMs, leave }: Turn,
  { service, span, requestId, caller, asked }: OwnCall,
  signal: AbortSignal,
  onProgress?: (progress: Progress) => void,
): Promise<string> {
  span.attributes["dnstools.waited_ms"] = waitedMs;
  const { contract, input, shape, count } = asked;
  try {
    const asks = { tool: contract.tool, input, shape, requestId, trace: span.context, caller, waitedMs };
    return await service(asks, signal, onProgress);
  } catch (error) {
    // A call that came to a service is counted there.
    if (error instanceof ServiceUnavailable) count.ended(error.timedOut ? "timeout" : "upstream_error");
    throw error;
  } finally {
    leave();
  }
}

/** Random for each process, so that services learn nothing of a caller but that it is the same one. */
const SALT = crypto.randomUUID();

/** Callers take turns at services by this text. */
export function callerHash(name: string): string {
  return Bun.hash(`${SALT}${name}`).toString(36);
}
