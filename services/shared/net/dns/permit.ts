import type { Reason } from "@dnstools/core/tool/outcome";
import type { EgressGuard } from "../guard.ts";
import type { Sockets } from "../sockets.ts";
import type { DnsServer } from "./server.ts";
import type { ServerRateLimiter } from "./server-rate-limiter.ts";

/** Leave to ask a server, until `leave` is called, or why it must not be asked. */
export type AskPermit = { readonly leave: () => void } | { readonly leave: null; readonly reason: Reason };

/** What permits come from. */
export type PermitParts = {
  /** Which of other people's servers may be asked. */
  readonly guard: EgressGuard;
  /** How fast. */
  readonly rateLimiter: ServerRateLimiter;
};

/** Waits for leave to ask a server that is not our resolver: the guard allows it, and it is not asked faster than is polite. */
export async function requestPermit(
  { guard, rateLimiter }: PermitParts,
  { address, upstream }: DnsServer,
  signal: AbortSignal,
  bulk = false,
): Promise<AskPermit> {
  const refusal = guard.refusal(address);
  if (refusal !== null) return { leave: null, reason: refusal.reason };
  const turn = await rateLimiter.enter(address, { resolver: upstream === "public", bulk, signal });
  // Without a turn the server has more to do for us than it should: that is about us, not about it.
  return turn === null ? { leave: null, reason: "budget" } : turn;
}

/** The same together with a permit for a socket; both are given back together. `timeout` where the signal fires before. */
export async function requestSocketPermit(
  { sockets, ...parts }: PermitParts & { readonly sockets: Sockets },
  server: DnsServer,
  signal: AbortSignal,
): Promise<AskPermit> {
  const asking = await requestPermit(parts, server, signal);
  if (signal.aborted) {
    asking.leave?.();
    return { leave: null, reason: "timeout" };
  }
  if (asking.leave === null) return asking;
  const socket = await sockets.acquire(signal, signal);
  if (socket === null) {
    asking.leave();
    return { leave: null, reason: "service_unavailable" };
  }
  return {
    leave() {
      socket.release();
      asking.leave();
    },
  };
}
