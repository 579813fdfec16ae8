/** Number of answers without EDNS after which a resolver is taken to drop queries with EDNS. */
const PLAIN_ANSWERS = 3;
/** Milliseconds after which EDNS is tried again at such a resolver. */
const VALID_MS = 600_000;

/**
 * Notes which of our own resolvers drop queries with EDNS (RFC 6891), as some home routers do: they answer only when a
 * query is repeated without EDNS. A resolver that has answered one with EDNS is never taken for such a router, because
 * then the first query was lost.
 */
export class EdnsSupport {
  private readonly heard = new Set<string>();
  private readonly plain = new Map<string, { answers: number; until: number }>();

  /** Returns true if queries to a resolver should have EDNS from the start. */
  isUsed(address: string): boolean {
    const { answers = 0, until = 0 } = this.plain.get(address) ?? {};
    return answers < PLAIN_ANSWERS || performance.now() > until;
  }

  /** Returns true if an unanswered query should be repeated with EDNS. */
  isKnown(address: string): boolean {
    return this.heard.has(address);
  }

  /** Notes an answer to a query with or without EDNS. */
  note(address: string, edns: boolean): void {
    if (edns) {
      this.heard.add(address);
      this.plain.delete(address);
    } else if (!this.heard.has(address)) {
      const { answers = 0 } = this.plain.get(address) ?? {};
      this.plain.set(address, { answers: answers + 1, until: performance.now() + VALID_MS });
    }
  }
}
