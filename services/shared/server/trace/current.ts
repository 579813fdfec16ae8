import { AsyncLocalStorage } from "node:async_hooks";
import type { TraceContext } from "./context.ts";

/** The call on behalf of which the current code runs. */
export type CurrentCall = {
  readonly requestId: string;
  readonly context: TraceContext;
  /** Key of the caller; callers take turns in queues. */
  readonly caller: string;
};

const calls = new AsyncLocalStorage<CurrentCall>();

/**
 * Runs work on behalf of a call, so that calls to other services carry the request ID, the trace and the caller of
 * this call.
 */
export function forCall<T>(call: CurrentCall, work: () => T): T {
  return calls.run(call, work);
}

/** Returns the call on behalf of which the current code runs; undefined outside a call. */
export function currentCall(): CurrentCall | undefined {
  return calls.getStore();
}
