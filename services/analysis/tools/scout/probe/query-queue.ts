import type { Count } from "@dnstools/net/lookup/memoised-queries";

/** A query that waits for a server: the section it is for, and the servers that it was put to in vain. */
export type Queued = { readonly count: Count; readonly tried: ReadonlySet<unknown> };

/** Queries of a section that are looked at for one that can go: those that were tried in vain stand in front. */
const RETRIED_MAX = 64;

/**
 * Queries that wait, in a line for each section of the tool: the section that has asked least goes next.
 * No `FairSemaphore` of concurrency: where a query can go depends on the query, and one that failed goes back to the front.
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

  /** Takes the next query that can go out of its line. @param where where a query can go, or `later`. */
  take<T>(where: (query: Q) => T | "later"): { readonly query: Q; readonly to: T } | null {
    if (this.waiting === 0) return null;
    const lines = [...this.lines].toSorted(([a], [b]) => a.questions - b.questions);
    for (const [, line] of lines) {
      // A query that waits for a busy server must not hold up those behind it.
      for (let i = 0; i < Math.min(line.length, RETRIED_MAX); i++) {
        const query = line[i] as Q;
        const to = where(query);
        if (to !== "later") {
          line.splice(i, 1);
          this.waiting -= 1;
          return { query, to };
        }
        // Where no server has room for a query that was tried nowhere, none has for those behind it.
        if (query.tried.size === 0) break;
      }
    }
    return null;
  }

  /** Takes all queries out. */
  clear(): readonly Q[] {
    this.waiting = 0;
    return [...this.lines.values()].flatMap((line) => line.splice(0));
  }
}
