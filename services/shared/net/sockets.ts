import { closeSync, openSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { FairSemaphore, type Permit } from "@dnstools/concurrency/fair-semaphore";
import { type Outcome, unknown } from "@dnstools/core/tool/outcome";

/**
 * Limits the outgoing sockets of this process. A permit is held from before a socket is opened until it is closed.
 * Deadlocks are impossible because a permit is always acquired last: its holder never waits for a second permit, a
 * turn at a server or a slot at an address, but only for the server itself, with a deadline. A query that continues
 * over TCP leaves its UDP socket first. The second attempt after a refused connection uses the permit of the first.
 *
 * Queries to a name server share a socket, so they share its permit. A socket that no query uses is closed when a caller
 * needs its permit. While a caller waits for a permit, a query joins an open socket only in its own turn: no socket gets
 * another query before the waiting callers had their turns, so each is closed when its queries in flight have ended.
 *
 * Long-lived sockets to our own resolvers have a separate set of permits, a quarter of the total, for which no caller
 * waits. The first socket to each resolver needs no permit, so that names can always be resolved. If no permit becomes
 * free in time, the outcome is `service_unavailable`, because the server was not queried.
 */
export type Sockets = {
  /** Returns a permit if one is free, otherwise null. */
  readonly tryAcquire: (of: object | string) => Permit | null;
  /** True while a caller waits for a permit. */
  readonly isShort: () => boolean;
  /** Open sockets that no query uses, which are retired if another socket needs their permit. */
  readonly idle: Set<IdleSocket>;
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

/** An open socket that no query uses. `retire` closes it and releases its permit. */
type IdleSocket = { readonly retire: () => void };

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
  const idle = new Set<IdleSocket>();
  if (max === null)
    return {
      isShort: () => false,
      idle,
      tryAcquire: () => UNCOUNTED,
      kept: () => UNCOUNTED,
      acquire: () => Promise.resolve(UNCOUNTED),
      connect: start,
    };
  const kept = Math.floor(max * KEPT_SHARE);
  const lasting = FairSemaphore.of(kept, kept);
  const semaphore = FairSemaphore.of(max - kept, max);
  /** Retires the socket that has been idle for longest if no permit is free. */
  const makeRoom = () => {
    const [oldest] = semaphore.inside < max - kept ? [] : idle;
    oldest?.retire();
  };
  return {
    isShort: () => semaphore.waiting > 0,
    idle,
    kept: () => (kept === 0 ? null : lasting.tryAcquire("")),
    tryAcquire(of) {
      makeRoom();
      return semaphore.tryAcquire(of);
    },
    acquire(of, signal) {
      makeRoom();
      return semaphore.acquire(of, signal);
    },
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
