import type { Caller } from "../plugins/request-state.ts";

/** The outer request that causes an inner request. */
export type Outer = { readonly request: Request; readonly caller: Caller; readonly requestId: string };

/**
 * Tracks inner requests, which the gateway sends through its own plugins. An inner request has the same caller as its
 * outer request. It is recognized by the identity of its Request object, so a request from the network cannot pretend
 * to be an inner request.
 */
export class InnerRequests {
  readonly #callers = new WeakMap<Request, Caller>();

  /**
   * Creates an inner GET request with the id of its outer request. The inner request is aborted when the client of the
   * outer request disconnects.
   */
  open({ request, caller, requestId }: Outer, path: string): Request {
    const inner = new Request(new URL(path, request.url).href, {
      headers: { "x-request-id": requestId },
      signal: request.signal,
    });
    this.#callers.set(inner, caller);
    return inner;
  }

  /** Returns the caller of an inner request; null for a request from the network. */
  callerOf(request: Request): Caller | null {
    return this.#callers.get(request) ?? null;
  }
}
