import {
  type Allowance,
  allowance,
  type Decision,
  decide,
  giveBack,
  type Limit,
} from "../policies/limit/gcra.ts";

/** Where the limit's state lives. */
export type LimitStore = {
  /** Takes units when there are enough; all or nothing. */
  readonly take: (client: string, cost: number) => Decision;
  /** The state, taking nothing. */
  readonly peek: (client: string) => Allowance;
  /** Undoes a take. */
  readonly giveBack: (client: string, cost: number) => void;
  /** Clients remembered. */
  readonly size: () => number;
};

/** Clients remembered at the most, about 100 bytes each. Beyond that the one seen longest ago is forgotten. */
const CLIENTS_MAX = 200_000;

/** The limit of one process, in memory. @param clock milliseconds, never going back. */
export function memoryStore(
  limit: Limit,
  clock: () => number = () => performance.now(),
  clientsMax = CLIENTS_MAX,
): LimitStore {
  // In order of last take: Map keeps insertion order, and a take inserts anew.
  const tats = new Map<string, number>();
  const put = (client: string, tat: number) => {
    tats.delete(client);
    tats.set(client, tat);
    // Two from the old end each time: clients whose units are all back leave sooner than they come.
    let looked = 0;
    for (const [oldest, oldTat] of tats) {
      if (looked++ >= 2 || oldest === client) break;
      if (oldTat <= clock() || tats.size > clientsMax) tats.delete(oldest);
      else break;
    }
  };
  return {
    take(client, cost) {
      const decision = decide(limit, tats.get(client) ?? 0, cost, clock());
      if (decision.granted) put(client, decision.tat);
      return decision;
    },
    peek: (client) => allowance(limit, tats.get(client) ?? 0, clock()),
    giveBack(client, cost) {
      const tat = tats.get(client);
      if (tat !== undefined) tats.set(client, giveBack(limit, tat, cost));
    },
    size: () => tats.size,
  };
}
