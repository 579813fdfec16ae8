import { closeSync, openSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { FairSemaphore, type Permit } from "@dnstools/concurrency/fair-semaphore";
import { type Outcome, unknown } from "@dnstools/core/tool/outcome";

/**
 * Limits the outgoing sockets of this process. A permit is held from before a socket is opened until it is closed.
 * Deadlocks are impossible because a permit is always acquired last: its holder never waits for a second permit, a
 * turn at a server or a slot at an address, but only for the server itself, with a deadline. A query that continues
 * over TCP returns its permit first. A query that is repeated does without a second socket if no permit is free. The
 * second attempt after a refused connection uses the permit of the first. Long-lived sockets to our own resolvers have
 * a separate set of permits, a quarter of the total, for which no caller waits. The first socket to each resolver
 * needs no permit, so that names can always be resolved. If no permit becomes free in time, the outcome is
 * `service_unavailable`, because the server was not queried.
 */
export type Sockets = {
  /**
   * Returns a permit if one is free, otherwise null. The function is synchronous because it is called for every query
   * to a name server.
   */
  readonly tryAcquire: (of: object | string) => Permit | null;
  /** Returns a permit for a long-lived socket if one is free, otherwise null. */
  readonly kept: () => Permit | null;
  /**
   * Waits for a permit; null if the signal fires first.
   * @param of the caller; callers take turns.
   */
  readonly acquire: (of: object | string, signal: AbortSignal) => Promise<Permit | null>;
  /**
   * Starts a TCP connection. If no file descriptor is left, the socket fails with EMFILE; Bun 1.4.5 would report
   * ECONNREFUSED, as if the server had refused the connection. Free descriptors are tested immediately before the
   * socket is opened, so that nothing can take the last one in between.
   */
  readonly connect: (to: { readonly address: string; readonly port: number }) => Socket;
};

/** The permit that callers get when there is no limit. */
export const UNCOUNTED: Permit = { release: () => {} };

/** Share of all permits that is reserved for long-lived sockets. */
const KEPT_SHARE = 0.25;

/**
 * Creates the limit on outgoing sockets.
 * @param max maximum number of open sockets; null for no limit, in which case sockets are neither counted nor tested.
 */
export function createSockets(max: number | null): Sockets {
  const start = ({ address, port }: Parameters<Sockets["connect"]>[0]) => connect({ host: address, port });
  if (max === null)
    return {
      tryAcquire: () => UNCOUNTED,
      kept: () => UNCOUNTED,
      acquire: () => Promise.resolve(UNCOUNTED),
      connect: start,
    };
  const kept = Math.floor(max * KEPT_SHARE);
  const lasting = FairSemaphore.of(kept, kept);
  const semaphore = FairSemaphore.of(max - kept, max);
  return {
    kept: () => (kept === 0 ? null : lasting.tryAcquire("")),
    tryAcquire: (of) => semaphore.tryAcquire(of),
    acquire: (of, signal) => semaphore.acquire(of, signal),
    connect(to) {
      // This callback runs before the tick in which node:net opens the socket.
      process.nextTick(() => {
        const error = openError();
        if (error !== null) socket.destroy(error);
      });
      const socket = start(to);
      return socket;
    },
  };
}

/** Returns an error if no file descriptor is left, otherwise null. The test takes a few microseconds. */
function openError(): Error | null {
  try {
    closeSync(openSync("/dev/null", "r"));
    return null;
  } catch (error) {
    return isOutOfFiles(error) ? (error as Error) : null;
  }
}

/**
 * Adjusts the outcome of an exchange that spent part of its time waiting for a permit: a timeout then says nothing
 * about the server and becomes `service_unavailable`.
 * @param waited true if the exchange waited for a permit.
 */
export function hurried<T>(outcome: Outcome<T>, waited: boolean): Outcome<T> {
  const cut = waited && outcome.kind === "unknown" && outcome.reason === "timeout";
  return cut ? unknown("service_unavailable") : outcome;
}

/** Returns true if an error means that this process or this host has no file descriptor left. */
export function isOutOfFiles(error: unknown): boolean {
  return /EMFILE|ENFILE/.test(String((error as { code?: unknown } | null)?.code ?? ""));
}
