import { createTurns } from "./yield-turn.ts";

/** A query of a lookup; queries of the same group are only useful together. */
type Query = { readonly key: string; readonly group?: string | null };

/** A lookup over the answers received so far, which asks for each answer that it lacks. */
export type LookUp = {
  /** Runs the lookup over the answers received so far. */
  readonly run: () => void;
  /** Tells the lookup that the query with this key has been answered. */
  readonly answered: (key: string) => void;
};

type QueryLoop<Q extends Query> = {
  /** Returns the lookup, which calls `ask` with each query that has no answer yet. */
  readonly openLookUp: (ask: (query: Q) => void) => LookUp;
  readonly answer: (query: Q) => Promise<void>;
  /** Returns true if no further query may be sent. Called once before each run of the lookup. */
  readonly ended: () => boolean;
  /** Maximum number of queries. */
  readonly most: number;
  /** Ends the wait for a turn. */
  readonly signal: AbortSignal;
};

/** Waits for a turn of a lookup: all lookups use at most about 5 ms of each turn of the event loop. */
const lookupTurn = createTurns(5);

/** The state of a group of queries. */
type Group = {
  inFlight: number;
  /** Keys of the answered queries that the lookup has not been told about. */
  readonly answered: string[];
};

/**
 * Repeats the lookup until all queries are answered. The lookup does not run after every answer: it runs once for all
 * answers that have come until its turn, and for a group of queries only when all of its answers have arrived.
 */
export function untilAllAnswered<Q extends Query>({
  openLookUp,
  answer,
  ended,
  most,
  signal,
}: QueryLoop<Q>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const asked = new Set<string>();
  const groups = new Map<string, Group>();
  let inFlight = 0;
  let due = false;
  let over = false;
  const lookUp = openLookUp(ask);

  function ask(query: Q): void {
    const { key } = query;
    if (over || asked.has(key) || asked.size >= most) return;
    asked.add(key);
    inFlight += 1;
    const group = groupOf(query);
    group.inFlight += 1;
    answer(query).then(() => {
      inFlight -= 1;
      group.inFlight -= 1;
      group.answered.push(key);
      if (group.inFlight > 0) return;
      for (const one of group.answered.splice(0)) lookUp.answered(one);
      if (due) return;
      due = true;
      void lookupTurn(signal).then(step);
    }, reject);
  }

  /** Returns the group of a query; a query without a group is a group of its own. */
  function groupOf({ group: name = null }: Q): Group {
    const group = (name === null ? undefined : groups.get(name)) ?? { inFlight: 0, answered: [] };
    if (name !== null) groups.set(name, group);
    return group;
  }

  function step(): void {
    due = false;
    over = ended();
    try {
      lookUp.run();
    } catch (error) {
      reject(error);
    }
    if (inFlight === 0) resolve();
  }

  step();
  return promise;
}
