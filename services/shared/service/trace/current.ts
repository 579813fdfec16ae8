import { AsyncLocalStorage } from "node:async_hooks";
import { TRACEPARENT, type TraceContext, writeTraceparent } from "./context.ts";

/** The call that work is done for. */
type CurrentCall = { readonly requestId: string; readonly context: TraceContext };

const calls = new AsyncLocalStorage<CurrentCall>();

/** Does work for a call, so that what it asks of other services says so. */
export function forCall<T>(call: CurrentCall, work: () => T): T {
  return calls.run(call, work);
}

/** Headers by which another service knows for which call it is asked; none outside of one. */
export function currentHeaders(): Record<string, string> {
  const call = calls.getStore();
  if (call === undefined) return {};
  return { "x-request-id": call.requestId, [TRACEPARENT]: writeTraceparent(call.context) };
}
