import { allowance, decide, giveBack, type Limit } from "@dnstools/concurrency/rate-limiter";
import { type Arrivals, createArrivals } from "./arrivals.ts";

/**
 * Creates a rate limit with its state in this process.
 * @param arrivals the state; limits with the same window can share it, and then count each other's use in proportion
 */
export function memoryStore(limit: Limit, arrivals: Arrivals = createArrivals()) {
  const peek = (client: string) => allowance(limit, arrivals.get(client), arrivals.now());
  return {
    /** Takes units if there are enough for the whole cost, and none otherwise. */
    take(client: string, cost: number) {
      const decision = decide(limit, arrivals.get(client), cost, arrivals.now());
      if (decision.granted) arrivals.put(client, decision.tat);
      return decision;
    },
    /** Returns the state of a client without taking units. */
    peek,
    /** Returns units that were taken. */
    giveBack(client: string, cost: number) {
      arrivals.correct(client, giveBack(limit, arrivals.get(client), cost));
      return peek(client);
    },
  };
}
