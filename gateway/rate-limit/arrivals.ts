/** The theoretical arrival times of clients. */
export type Arrivals = ReturnType<typeof createArrivals>;

/** Maximum number of stored clients, at about 100 bytes each. Above it, the least recently seen client is evicted. */
const CLIENTS_MAX = 200_000;

/** Creates a bounded store of each client's theoretical arrival time, at which all its units are restored. */
export function createArrivals(now = () => performance.now(), clientsMax = CLIENTS_MAX) {
  // In the order of the last `put`: a Map keeps insertion order, and `put` moves the client to the end.
  const tats = new Map<string, number>();
  return {
    /** The clock of all times, in milliseconds; it never goes back. */
    now,
    /** Returns a client's time; 0 for an unknown client. */
    get: (client: string) => tats.get(client) ?? 0,
    /** Stores a client's time, and marks the client as recently seen. */
    put(client: string, tat: number) {
      tats.delete(client);
      tats.set(client, tat);
      // Checks the two oldest clients each time, so that fully restored clients leave faster than new ones arrive.
      let looked = 0;
      for (const [oldest, oldTat] of tats) {
        if (looked++ >= 2 || oldest === client) break;
        if (oldTat <= now() || tats.size > clientsMax) tats.delete(oldest);
        else break;
      }
    },
    /** Changes the time of a stored client; does nothing for other clients. */
    correct(client: string, tat: number) {
      if (tats.has(client)) tats.set(client, tat);
    },
    /** Returns the number of stored clients. */
    size: () => tats.size,
  };
}
