import { allowance, decide, giveBack, type Limit } from "@dnstools/concurrency/rate-limiter";
import { type Arrivals, createArrivals } from "./arrivals.ts";

/** A limit's state in this process. @param arrivals where the state is kept; limits of one window can share it, and see each other's part of it used. */
export function memoryStore(limit: Limit, arrivals: Arrivals = createArrivals()) {
  const peek = (client: string) => allowance(limit, arrivals.get(client), arrivals.now());
  return {
    /** Takes units when there are enough; all or nothing. */
    take(client: string, cost: number) {
      const decision = decide(limit, arrivals.get(client), cost, arrivals.now());
      if (decision.granted) arrivals.put(client, decision.tat);
      return decision;
    },
    /** The state, taking nothing. */
    peek,
    /** Undoes a take. */
    giveBack(client: string, cost: number) {
      arrivals.correct(client, giveBack(limit, arrivals.get(client), cost));
      return peek(client);
    },
  };
}
