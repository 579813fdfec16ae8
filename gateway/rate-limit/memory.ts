import { allowance, decide, giveBack, type Limit } from "@dnstools/concurrency/rate-limiter";
import { type Arrivals, createArrivals } from "./arrivals.ts";

/**
 * Creates a rate limit whose state is in this process.
 * @param arrivals the state; if limits with the same window share it, units that are taken from one limit also reduce
 * the others proportionally
 */
export function memoryStore(limit: Limit, arrivals: Arrivals = createArrivals()) {
  const peek = (client: string) => allowance(limit, arrivals.get(client), arrivals.now());
  return {
    /** Takes units if the client has enough for the whole cost, otherwise none. */
    take(client: string, cost: number) {
      const decision = decide(limit, arrivals.get(client), cost, arrivals.now());
      if (decision.granted) arrivals.put(client, decision.tat);
      return decision;
    },
    /** Returns the state of a client without taking units. */
    peek,
    /** Refunds units that were taken. */
    giveBack(client: string, cost: number) {
      arrivals.correct(client, giveBack(limit, arrivals.get(client), cost));
      return peek(client);
    },
  };
}
