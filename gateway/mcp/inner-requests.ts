import type { Caller } from "../plugins/request-state.ts";

/** The request that an inner request is made for. */
export type Outer = { readonly request: Request; readonly caller: Caller; readonly requestId: string };

/**
 * Requests that the gateway sends through its own chain. Their caller is the one of the outer request, found by the Request object
 * itself: nothing that arrives over the network can claim to be one.
 */
export class InnerRequests {
  readonly #callers = new WeakMap<Request, Caller>();

  /** A GET of a path and query, with the id of the outer request. It ends when the outer client hangs up. */
  open({ request, caller, requestId }: Outer, path: string): Request {
    const inner = new Request(new URL(path, request.url).href, {
      headers: { "x-request-id": requestId },
      signal: request.signal,
    });
    this.#callers.set(inner, caller);
    return inner;
  }

  /** The caller of an inner request; null for a request from outside. */
  callerOf(request: Request): Caller | null {
    return this.#callers.get(request) ?? null;
  }
}
