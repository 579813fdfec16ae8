import type { CallService, Progress } from "@dnstools/server/client/call";
import { ServiceUnavailable } from "@dnstools/server/client/service-client";
import type { OpenSpan } from "@dnstools/server/trace/span";
import type { ToolRequest, Turn } from "./request-state.ts";

/** A call to a service on behalf of a caller. */
export type OwnCall = {
  readonly service: CallService;
  readonly span: OpenSpan;
  readonly requestId: string;
  /** The hash of the caller, from callerHash. */
  readonly caller: string;
  readonly asked: Pick<ToolRequest, "contract" | "input" | "shape" | "count">;
};

/**
 * Calls a service and then ends the turn of the call. Also counts calls that did not reach the service, because the
 * service cannot count them.
 * @returns the answer as JSON
 * @throws Fault of the service
 */
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
    // The service itself counts calls that ended in any other way.
    if (error instanceof ServiceUnavailable) count.ended(error.timedOut ? "timeout" : "upstream_error");
    throw error;
  } finally {
    leave();
  }
}

/** A random salt for each process, so that services can distinguish callers but cannot identify them. */
const SALT = crypto.randomUUID();

/** Returns an anonymous id of a caller. Services use this id to alternate fairly between callers. */
export function callerHash(name: string): string {
  // In base 16, because a BigInt takes ten times as long in base 36.
  return Bun.hash(`${SALT}${name}`).toString(16);
}
