import { closeSync, openSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { FairSemaphore, type Permit } from "@dnstools/concurrency/fair-semaphore";
import { type Outcome, unknown } from "@dnstools/core/tool/outcome";

/**
 * The bound on this process's outgoing sockets: each of them has a permit, from before it is opened until it is closed.
 *
 * Nothing can wait for ever. A permit is the last thing that is waited for: whoever holds one waits for no second permit, no turn
 * at a server and no slot at an address, only for the server, and that with a deadline. A question that goes on over TCP gives
 * its permit back first; one that is sent again goes without a second socket where no permit is free; a second look at a refused
 * connection has the permit of the first. Sockets that are kept, to our resolvers, have permits of their own, a quarter of all, that
 * nobody waits for; the first to each resolver needs none, so that names can always be looked up. A permit that is not had in time means `service_unavailable`: the server was not asked.
 */
export type Sockets = {
  /** A permit, where one is free: without a promise, since each question to a name server has a socket of its own. */
  readonly tryAcquire: (of: object | string) => Permit | null;
  /** A permit for a socket that is kept while the process lives, where one of these is free. */
  readonly kept: () => Permit | null;
  /** Waits for a permit; null when the signal fires before. @param of whose question it is: they take turns. */
  readonly acquire: (of: object | string, signal: AbortSignal) => Promise<Permit | null>;
  /**
   * Starts to connect over TCP. Where there is no descriptor left the socket fails with EMFILE; Bun 1.4.5 says ECONNREFUSED, as if
   * the server had been asked. That is found out right before the socket is opened, so that nothing comes between.
   */
  readonly connect: (to: { readonly address: string; readonly port: number }) => Socket;
};

/** A permit where no bound is. */
export const UNCOUNTED: Permit = { release: () => {} };

/** Of all permits, so many are for sockets that are kept. */
const KEPT_SHARE = 0.25;

/** @param max sockets at once; null for any number, which costs nothing: nothing is counted or looked at. */
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
      // Runs before the tick in which node:net opens the socket.
      process.nextTick(() => {
        const error = openError();
        if (error !== null) socket.destroy(error);
      });
      const socket = start(to);
      return socket;
    },
  };
}

/** Why nothing can be opened now; null where something can. Some microseconds. */
function openError(): Error | null {
  try {
    closeSync(openSync("/dev/null", "r"));
    return null;
  } catch (error) {
    return isOutOfFiles(error) ? (error as Error) : null;
  }
}

/** What an outcome comes to. @param waited whether its time was spent in line for a permit: then silence says nothing of the server. */
export function hurried<T>(outcome: Outcome<T>, waited: boolean): Outcome<T> {
  const cut = waited && outcome.kind === "unknown" && outcome.reason === "timeout";
  return cut ? unknown("service_unavailable") : outcome;
}

/** Whether an error says that this process or this host has no descriptor left. */
export function isOutOfFiles(error: unknown): boolean {
  return /EMFILE|ENFILE/.test(String((error as { code?: unknown } | null)?.code ?? ""));
}
