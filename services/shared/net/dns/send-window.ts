import type { InFlightQuery } from "./in-flight-query.ts";
import type { DnsServer } from "./server.ts";

/** Lets questions to one of our resolvers go so that it loses none: all at once they would run over its buffers. */
export type SendWindow = {
  /** Starts a query now, or when its turn comes. @param of the caller: its queries wait in one queue. */
  readonly take: (query: InFlightQuery, of: object) => void;
  /** Takes a caller's queue away. @returns the queries that waited in it. */
  readonly withdraw: (of: object) => readonly InFlightQuery[];
  /** To be called every now and then. */
  readonly tick: () => void;
};

/**
 * So many may be where the resolver may not have read them yet. A socket's buffer holds 277 (Linux: 212,992 bytes, 768 a
 * datagram), and others ask it too. It reads in the order of sending, so an answer says that all before it are read.
 */
const UNREAD_MAX = 200;
/** Where it answers none since all wait for others, more may go; but so many at each tick, and not beyond what resolvers take. */
const TICK_MAX = 48;
const ACTIVE_MAX = 900;

/**
 * Callers take turns, so that one with a single question does not wait behind a hundred of another.
 * No `FairSemaphore` of concurrency: the bound is on questions that the resolver may not have read yet, which an answer to a later
 * one ends as well.
 */
function createSendWindow(): SendWindow {
  const queues = new Map<object, InFlightQuery[]>();
  let active = 0;
  /** Numbers of queries in the order of sending: the last one, and the last of which we know that it was read. */
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

  /** Starts the next query that a caller still waits for; false where there is none. */
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

/** A send window at each of our resolvers: a dead one must not hold up the others. */
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

  /** Takes a caller out of every window. @returns the queries that waited in each. */
  withdraw(
    of: object,
  ): readonly { readonly window: SendWindow; readonly queries: readonly InFlightQuery[] }[] {
    return [...this.windows.values()].map((window) => ({ window, queries: window.withdraw(of) }));
  }

  /** To be called every now and then. */
  tick(): void {
    for (const window of this.windows.values()) window.tick();
  }
}
