import {
  type Allowance,
  allowance,
  type Decision,
  decide,
  giveBack,
  type Limit,
} from "@dnstools/concurrency/rate-limiter";
import { type Arrivals, createArrivals } from "./arrivals.ts";

/** A limit's state in this process. */
export type MemoryStore = {
  /** Takes units when there are enough; all or nothing. */
  readonly take: (client: string, cost: number) => Decision;
  /** The state, taking nothing. */
  readonly peek: (client: string) => Allowance;
  /** Undoes a take. */
  readonly giveBack: (client: string, cost: number) => Allowance;
};

/** @param arrivals where the state is kept; limits of one window can share it, and see each other's part of it used. */
export function memoryStore(limit: Limit, arrivals: Arrivals = createArrivals()): MemoryStore {
  const peek = (client: string) => allowance(limit, arrivals.get(client), arrivals.now());
  return {
    take(client, cost) {
      const decision = decide(limit, arrivals.get(client), cost, arrivals.now());
      if (decision.granted) arrivals.put(client, decision.tat);
      return decision;
    },
    peek,
    giveBack(client, cost) {
      arrivals.correct(client, giveBack(limit, arrivals.get(client), cost));
      return peek(client);
    },
  };
}
