import { AsyncLocalStorage } from "node:async_hooks";
import type { TraceContext } from "./context.ts";

/** The call that work is done for. */
export type CurrentCall = {
  readonly requestId: string;
  readonly context: TraceContext;
  /** Callers take turns. */
  readonly caller: string;
};

const calls = new AsyncLocalStorage<CurrentCall>();

/** Does work for a call, so that the questions it asks of other services say so. */
export function forCall<T>(call: CurrentCall, work: () => T): T {
  return calls.run(call, work);
}

/** The call that this work is done for; undefined outside of one. */
export function currentCall(): CurrentCall | undefined {
  return calls.getStore();
}
