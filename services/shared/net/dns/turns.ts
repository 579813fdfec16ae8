import type { InFlightQuery } from "./in-flight-query.ts";
import type { DnsServer } from "./server.ts";

/** Lets questions to one of our resolvers go so that it loses none: all at once they would run over its buffers. */
export type Turns = {
  /** Starts a query now, or when its turn comes. @param of those who ask for the same caller stand in one line. */
  readonly take: (inFlight: InFlightQuery, of: object) => void;
  /** Takes a caller's line away. @returns who stood in it. */
  readonly withdraw: (of: object) => readonly InFlightQuery[];
  /** To be called every now and then. */
  readonly tick: () => void;
};

/**
 * So many may be where the resolver may not have read them yet. A socket's buffer holds 277 (Linux: 212,992 bytes, 768 a
 * datagram), and others ask it too. It reads in the order of sending, so an answer says that all before it are read.
 */
const UNREAD_MAX = 200;
/** Where it answers none since all wait for others, more may go; but so many at each tick, and not beyond what resolvers take. */
const TICK_MAX = 48;
const ACTIVE_MAX = 900;

/**
 * Callers take turns, so that one with a single question does not wait behind a hundred of another.
 * No `FairSemaphore` of concurrency: the bound is on questions that the resolver may not have read yet, which an answer to a later
 * one ends as well.
 */
function createTurns(): Turns {
  const lines = new Map<object, InFlightQuery[]>();
  let active = 0;
  /** Numbers of queries in the order of sending: the last one, and the last of which we know that it was read. */
  let sent = 0;
  let heard = 0;

  function begin(inFlight: InFlightQuery): void {
    active++;
    sent++;
    const number = sent;
    inFlight.start((answered) => {
      active--;
      if (answered && number > heard) heard = number;
      while (lines.size > 0 && hasRoom()) if (!next()) return;
    });
  }

  function hasRoom(): boolean {
    return active < ACTIVE_MAX && Math.min(active, sent - heard) < UNREAD_MAX;
  }

  /** Starts the next in line that somebody still waits for; false where there is none. */
  function next(): boolean {
    for (const [of, line] of lines) {
      const inFlight = line.shift();
      lines.delete(of);
      if (line.length > 0) lines.set(of, line);
      if (inFlight === undefined || inFlight.ended) continue;
      begin(inFlight);
      return true;
    }
    return false;
  }

  return {
    take(inFlight, of) {
      if (lines.size === 0 && hasRoom()) {
        begin(inFlight);
        return;
      }
      const line = lines.get(of);
      if (line === undefined) lines.set(of, [inFlight]);
      else line.push(inFlight);
    },
    withdraw(of) {
      const line = lines.get(of) ?? [];
      lines.delete(of);
      return line;
    },
    tick() {
      for (let i = 0; i < TICK_MAX && active < ACTIVE_MAX; i++) if (!next()) return;
    },
  };
}

/** A line at each of our resolvers: a dead one must not hold up the others. */
export class ResolverLines {
  private readonly lines = new Map<string, Turns>();

  at({ address, port }: DnsServer): Turns {
    const key = `${address}#${port}`;
    let line = this.lines.get(key);
    if (line === undefined) {
      line = createTurns();
      this.lines.set(key, line);
    }
    return line;
  }

  /** Takes a caller out of every line. @returns the queries that stood in each. */
  withdraw(of: object): readonly { readonly line: Turns; readonly inFlight: readonly InFlightQuery[] }[] {
    return [...this.lines.values()].map((line) => ({ line, inFlight: line.withdraw(of) }));
  }

  /** To be called every now and then. */
  tick(): void {
    for (const line of this.lines.values()) line.tick();
  }
}
