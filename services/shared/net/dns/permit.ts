import type { Reason } from "@dnstools/core/tool/outcome";
import type { EgressGuard } from "../guard.ts";
import type { Sockets } from "../sockets.ts";
import type { DnsServer } from "./server.ts";
import type { ServerRateLimiter } from "./server-rate-limiter.ts";

/**
 * Permission to query a server, which ends when `leave` is called, or the reason why the server must not be queried.
 */
export type AskPermit = { readonly leave: () => void } | { readonly leave: null; readonly reason: Reason };

/** The egress guard and the rate limiter. Both must allow a query. */
export type PermitParts = {
  /** Decides which servers may be queried. */
  readonly guard: EgressGuard;
  /** Limits the rate of queries to each server. */
  readonly rateLimiter: ServerRateLimiter;
};

/**
 * Waits until a server other than our own resolvers may be queried. Fails if the egress guard refuses the server's
 * address, or if the rate limiter grants no turn in time.
 */
export async function requestPermit(
  { guard, rateLimiter }: PermitParts,
  { address, upstream }: DnsServer,
  signal: AbortSignal,
  bulk = false,
): Promise<AskPermit> {
  const refusal = guard.refusal(address);
  if (refusal !== null) return { leave: null, reason: refusal.reason };
  const turn = await rateLimiter.enter(address, { resolver: upstream === "public", bulk, signal });
  // Too many of our own queries wait for this server, so the reason must not blame the server.
  return turn === null ? { leave: null, reason: "budget" } : turn;
}

/**
 * Waits for permission to query a server and for a socket permit; `leave` releases both. The reason is `timeout` if
 * the signal fires before the server's turn comes.
 */
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
