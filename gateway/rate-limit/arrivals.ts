/** Each client's theoretical arrival time: when all its units will be back. Bounded in number. */
export type Arrivals = {
  /** The clock that the times are made with: milliseconds, never going back. */
  readonly now: () => number;
  /** 0 for a client never seen. */
  readonly get: (client: string) => number;
  /** Keeps a time, and counts as having seen the client. */
  readonly put: (client: string, tat: number) => void;
  /** Changes the time of a client that is known; others stay unknown. */
  readonly correct: (client: string, tat: number) => void;
  /** Clients remembered. */
  readonly size: () => number;
};

/** Clients remembered at the most, about 100 bytes each. Beyond that the one seen longest ago is forgotten. */
const CLIENTS_MAX = 200_000;

export function createArrivals(
  now: () => number = () => performance.now(),
  clientsMax = CLIENTS_MAX,
): Arrivals {
  // In order of last put: Map keeps insertion order, and a put moves the client to its end.
  const tats = new Map<string, number>();
  return {
    now,
    get: (client) => tats.get(client) ?? 0,
    put(client, tat) {
      tats.delete(client);
      tats.set(client, tat);
      // Two from the old end each time: clients whose units are all back leave sooner than they come.
      let looked = 0;
      for (const [oldest, oldTat] of tats) {
        if (looked++ >= 2 || oldest === client) break;
        if (oldTat <= now() || tats.size > clientsMax) tats.delete(oldest);
        else break;
      }
    },
    correct(client, tat) {
      if (tats.has(client)) tats.set(client, tat);
    },
    size: () => tats.size,
  };
}
