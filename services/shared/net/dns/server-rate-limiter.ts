import { onAbort } from "@dnstools/concurrency/abortable";
import { decide } from "@dnstools/concurrency/rate-limiter";
import { WAITS, type Waits } from "@dnstools/core/waits";

/** Limits the rate and the concurrency of queries to each server that is not one of our own resolvers. */
export type ServerRateLimiter = {
  /**
   * Resolves when an address may be queried; the caller must call `leave` when the query has ended. Resolves with
   * null if the queue is too long, if the turn does not come in time, or if the signal fires first.
   */
  readonly enter: (address: string, how?: How) => Promise<{ readonly leave: () => void } | null>;
  /**
   * Number of bulk queries that can be sent to the address now. A negative value is the number of queries that already
   * wait for their turn.
   */
  readonly room: (address: string) => number;
};

type How = {
  /** True for a public resolver, which is queried at a tenth of the usual rate. */
  readonly resolver?: boolean;
  /**
   * True for one of hundreds of similar queries, such as guesses of names. A bulk query has a lower priority than
   * other queries and may wait longer.
   */
  readonly bulk?: boolean;
  /** Removes the query from the queue when it fires. */
  readonly signal?: AbortSignal;
};

type Waiter = () => void;
type Server = {
  readonly gapMs: number;
  readonly burst: number;
  /** Theoretical arrival time of the next query (GCRA), on the clock of performance.now(). */
  tat: number;
  active: number;
  readonly waiting: { readonly single: Set<Waiter>; readonly bulk: Set<Waiter> };
  timer: Timer | null;
};

/**
 * Maximum number of queries in a burst to an idle address; the burst never exceeds the number of queries allowed per
 * second.
 */
const BURST = 100;
/** Share of the burst that bulk queries may use; the remainder is reserved for single queries. */
const BULK_SHARE = 0.75;
/** Maximum number of queries in flight to one address; BULK_ACTIVE_MAX of them may be bulk queries. */
const ACTIVE_MAX = 64;
const BULK_ACTIVE_MAX = 48;
/** Maximum number of queries to one address that wait for their turn, by kind of query. */
const QUEUE_MAX = { single: 256, bulk: 2048 } as const;
/** The rate limiter's decision for every query if NAMESERVER_QPS is 0. */
const UNLIMITED = { granted: true, retryAfterMs: 0, tat: 0 };
/** Maximum number of addresses whose state is kept; when the maximum is reached, idle addresses are removed. */
const SERVERS_MAX = 10_000;

/**
 * Creates a rate limiter. A `FairSemaphore` does not fit, because the rate limiter limits queries per second as well
 * as concurrent queries, and single queries have priority over bulk queries.
 * @param perSecond maximum number of queries per second to one address, over all calls and after a burst; 0 for no
 * limit.
 */
export function createServerRateLimiter(perSecond: number, waits: Waits = WAITS): ServerRateLimiter {
  const waitMs = { single: waits.turnMs, bulk: waits.bulkTurnMs };
  const servers = new Map<string, Server>();

  function of(address: string, resolver: boolean): Server {
    const key = resolver ? `${address} resolver` : address;
    const known = servers.get(key);
    if (known !== undefined) return known;
    if (servers.size >= SERVERS_MAX) {
      const now = performance.now();
      for (const [at, { active, tat }] of servers) if (active === 0 && tat <= now) servers.delete(at);
    }
    const rate = resolver ? Math.max(1, perSecond / 10) : perSecond;
    const server: Server = {
      gapMs: perSecond === 0 ? 0 : 1000 / rate,
      burst: Math.min(BURST, rate),
      tat: 0,
      active: 0,
      waiting: { single: new Set(), bulk: new Set() },
      timer: null,
    };
    servers.set(key, server);
    return server;
  }

  function bulkOf(burst: number): number {
    return Math.max(1, BULK_SHARE * burst);
  }

  /** Starts the queries to a server whose turn has come. */
  function pump(server: Server): void {
    const { single, bulk } = server.waiting;
    for (;;) {
      const line = single.size > 0 ? single : bulk;
      const [next] = line;
      if (next === undefined || server.active >= (line === bulk ? BULK_ACTIVE_MAX : ACTIVE_MAX)) return;
      const now = performance.now();
      const burst = line === bulk ? bulkOf(server.burst) : server.burst;
      const limit = { units: burst, windowMs: burst * server.gapMs };
      const { granted, retryAfterMs, tat } =
        server.gapMs === 0 ? UNLIMITED : decide(limit, server.tat, 1, now);
      if (!granted) {
        server.timer ??= setTimeout(() => {
          server.timer = null;
          pump(server);
        }, Math.ceil(retryAfterMs));
        return;
      }
      server.tat = tat;
      server.active++;
      line.delete(next);
      next();
    }
  }

  return {
    room(address) {
      if (perSecond === 0) return Number.POSITIVE_INFINITY;
      const server = servers.get(address);
      if (server === undefined) return bulkOf(Math.min(BURST, perSecond));
      const { burst, tat, gapMs, waiting } = server;
      const ahead = Math.max(0, tat - performance.now()) / gapMs;
      return bulkOf(burst) - ahead - waiting.single.size - waiting.bulk.size;
    },
    enter(address, { resolver = false, bulk = false, signal } = {}) {
      const server = of(address, resolver);
      const kind = bulk ? "bulk" : "single";
      const line = server.waiting[kind];
      if (line.size >= QUEUE_MAX[kind] || line.size * server.gapMs > waitMs[kind])
        return Promise.resolve(null);
      const { promise, resolve } = Promise.withResolvers<{ readonly leave: () => void } | null>();
      let late: Timer | null = null;
      let stopListening = () => {};
      const giveUp = () => {
        if (late !== null) clearTimeout(late);
        stopListening();
        line.delete(go);
        resolve(null);
      };
      const go = () => {
        if (late !== null) clearTimeout(late);
        stopListening();
        let left = false;
        resolve({
          leave() {
            if (left) return;
            left = true;
            server.active--;
            pump(server);
          },
        });
      };
      line.add(go);
      pump(server);
      if (!line.has(go)) return promise;
      late = setTimeout(giveUp, waitMs[kind]);
      if (signal !== undefined) stopListening = onAbort(signal, giveUp);
      return promise;
    },
  };
}
