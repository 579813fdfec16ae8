/** The theoretical arrival times of clients (GCRA). */
export type Arrivals = ReturnType<typeof createArrivals>;

/**
 * Maximum number of stored clients, of about 100 bytes each. If there are more, the least recently seen client is
 * evicted.
 */
const CLIENTS_MAX = 200_000;

/**
 * Creates a bounded store of each client's theoretical arrival time, the time when all units of the client are
 * restored.
 */
export function createArrivals(now = () => performance.now(), clientsMax = CLIENTS_MAX) {
  // Ordered by the last `put`: a Map keeps the insertion order, and `put` moves the client to the end.
  const tats = new Map<string, number>();
  return {
    /** The clock of all stored times, in milliseconds. It is monotonic. */
    now,
    /** Returns the arrival time of a client; 0 for an unknown client. */
    get: (client: string) => tats.get(client) ?? 0,
    /** Stores the arrival time of a client, and marks the client as recently seen. */
    put(client: string, tat: number) {
      tats.delete(client);
      tats.set(client, tat);
      // Checks the two oldest clients each time, so that fully restored clients are removed faster than new ones are
      // added.
      let looked = 0;
      for (const [oldest, oldTat] of tats) {
        if (looked++ >= 2 || oldest === client) break;
        if (oldTat <= now() || tats.size > clientsMax) tats.delete(oldest);
        else break;
      }
    },
    /** Changes the arrival time of a stored client. Does nothing for other clients. */
    correct(client: string, tat: number) {
      if (tats.has(client)) tats.set(client, tat);
    },
    /** Returns the number of stored clients. */
    size: () => tats.size,
  };
}
