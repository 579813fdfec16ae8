import type { InFlightQuery } from "./in-flight-query.ts";
import type { DnsServer } from "./server.ts";

/**
 * Limits the number of queries sent to one of our own resolvers at a time: a large burst would overflow the resolver's
 * socket buffer, and queries would be lost.
 */
export type SendWindow = {
  /**
   * Starts a query now, or when its turn comes.
   * @param of identifies the caller; queries of the same caller wait in one queue.
   */
  readonly take: (query: InFlightQuery, of: object) => void;
  /**
   * Removes a caller's queue.
   * @returns the queries that were waiting in the queue.
   */
  readonly withdraw: (of: object) => readonly InFlightQuery[];
  /** Starts waiting queries even if no response has come. Must be called periodically. */
  readonly tick: () => void;
};

/**
 * Maximum number of queries in flight that the resolver may not have read yet. A socket's buffer holds 277 queries
 * (Linux: 212,992 bytes, 768 for each datagram), and other processes query the resolver too. The resolver reads
 * queries in the order in which they were sent, so a response proves that all earlier queries have been read.
 */
const UNREAD_MAX = 200;
/**
 * Maximum number of queries that each tick adds while the resolver answers nothing because all its queries wait for
 * other servers. ACTIVE_MAX limits the total number in flight, which is about what resolvers accept.
 */
const TICK_MAX = 48;
const ACTIVE_MAX = 900;

/**
 * Creates a send window. Callers take turns, so that a caller with a single query does not wait behind a hundred
 * queries of another caller. `FairSemaphore` of concurrency does not fit: the limit applies to queries that the
 * resolver may not have read yet, and a response to a later query proves that earlier ones have been read.
 */
function createSendWindow(): SendWindow {
  const queues = new Map<object, InFlightQuery[]>();
  let active = 0;
  /** Sequence number of the last query sent, and of the last query that the resolver is known to have read. */
  let sent = 0;
  let heard = 0;

  function begin(query: InFlightQuery): void {
    active++;
    sent++;
    const number = sent;
    query.start((answered) => {
      active--;
      if (answered && number > heard) heard = number;
      while (queues.size > 0 && hasRoom()) if (!next()) return;
    });
  }

  function hasRoom(): boolean {
    return active < ACTIVE_MAX && Math.min(active, sent - heard) < UNREAD_MAX;
  }

  /** Starts the next waiting query. Returns false if no query is waiting. */
  function next(): boolean {
    for (const [of, queue] of queues) {
      const query = queue.shift();
      queues.delete(of);
      if (queue.length > 0) queues.set(of, queue);
      if (query === undefined || query.ended) continue;
      begin(query);
      return true;
    }
    return false;
  }

  return {
    take(query, of) {
      if (queues.size === 0 && hasRoom()) {
        begin(query);
        return;
      }
      const queue = queues.get(of);
      if (queue === undefined) queues.set(of, [query]);
      else queue.push(query);
    },
    withdraw(of) {
      const queue = queues.get(of) ?? [];
      queues.delete(of);
      return queue;
    },
    tick() {
      for (let i = 0; i < TICK_MAX && active < ACTIVE_MAX; i++) if (!next()) return;
    },
  };
}

/**
 * Holds one send window for each of our own resolvers, so that a dead resolver does not delay queries to the others.
 */
export class SendWindows {
  private readonly windows = new Map<string, SendWindow>();

  at({ address, port }: DnsServer): SendWindow {
    const key = `${address}#${port}`;
    let window = this.windows.get(key);
    if (window === undefined) {
      window = createSendWindow();
      this.windows.set(key, window);
    }
    return window;
  }

  /**
   * Removes a caller's queue from every window.
   * @returns the queries that were waiting in these queues.
   */
  withdraw(
    of: object,
  ): readonly { readonly window: SendWindow; readonly queries: readonly InFlightQuery[] }[] {
    return [...this.windows.values()].map((window) => ({ window, queries: window.withdraw(of) }));
  }

  /** Starts waiting queries in every window even if no response has come. Must be called periodically. */
  tick(): void {
    for (const window of this.windows.values()) window.tick();
  }
}
