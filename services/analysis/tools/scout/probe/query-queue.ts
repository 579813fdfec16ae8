import type { Count } from "@dnstools/net/lookup/memoised-queries";

/** A query that waits for a server, with the query counter of its section and the servers that failed to answer it. */
export type Queued = { readonly count: Count; readonly tried: ReadonlySet<unknown> };

/**
 * Maximum number of queries, from the front of a section's queue, that are examined for one that can be sent. Retried
 * queries are at the front.
 */
const RETRIED_MAX = 64;

/**
 * Holds the waiting queries, in one queue for each section of the tool. The section that has sent the fewest queries
 * is served next. `FairSemaphore` of concurrency does not fit, because the possible servers depend on the query, and a
 * failed query returns to the front.
 */
export class QueryQueue<Q extends Queued> {
  private readonly lines = new Map<Count, Q[]>();
  private waiting = 0;

  get length(): number {
    return this.waiting;
  }

  add(query: Q, position: "first" | "last"): void {
    const line = this.lines.get(query.count) ?? [];
    this.lines.set(query.count, line);
    this.waiting += 1;
    if (position === "first") line.unshift(query);
    else line.push(query);
  }

  /**
   * Removes and returns the next query that can be sent.
   * @param where returns the server to which a query can be sent, or `later`.
   */
  take<T>(where: (query: Q) => T | "later"): { readonly query: Q; readonly to: T } | null {
    if (this.waiting === 0) return null;
    const lines = [...this.lines]
      .filter(([, line]) => line.length > 0)
      .sort(([a], [b]) => a.questions - b.questions);
    for (const [, line] of lines) {
      // A query that waits for a busy server must not block the queries behind it.
      for (let i = 0; i < Math.min(line.length, RETRIED_MAX); i++) {
        const query = line[i] as Q;
        const to = where(query);
        if (to !== "later") {
          line.splice(i, 1);
          this.waiting -= 1;
          return { query, to };
        }
        // A query that was never sent can be sent to any server. If no server is free for it, no server is free for the
        // queries behind it.
        if (query.tried.size === 0) break;
      }
    }
    return null;
  }

  /** Removes and returns all queries. */
  clear(): readonly Q[] {
    this.waiting = 0;
    return [...this.lines.values()].flatMap((line) => line.splice(0));
  }
}
