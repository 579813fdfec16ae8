export type Arrivals = ReturnType<typeof createArrivals>;

/** Clients remembered at the most, about 100 bytes each. Beyond that the one seen longest ago is forgotten. */
const CLIENTS_MAX = 200_000;

/** Each client's theoretical arrival time: when all its units will be back. Bounded in number. */
export function createArrivals(now = () => performance.now(), clientsMax = CLIENTS_MAX) {
  // In order of last put: Map keeps insertion order, and a put moves the client to its end.
  const tats = new Map<string, number>();
  return {
    /** The clock that the times are made with: milliseconds, never going back. */
    now,
    /** 0 for a client never seen. */
    get: (client: string) => tats.get(client) ?? 0,
    /** Keeps a time, and counts as having seen the client. */
    put(client: string, tat: number) {
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
    /** Changes the time of a client that is known; others stay unknown. */
    correct(client: string, tat: number) {
      if (tats.has(client)) tats.set(client, tat);
    },
    /** Clients remembered. */
    size: () => tats.size,
  };
}
