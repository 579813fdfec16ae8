import { onAbort } from "@dnstools/concurrency/abortable";
import { decide } from "@dnstools/concurrency/rate-limiter";
import { WAITS, type Waits } from "@dnstools/core/waits";

/** Keeps questions to other people's servers slow enough to be polite. */
export type ServerRateLimiter = {
  /**
   * Resolves when an address may be asked again; `leave` must be called when the question has ended. Null when that would take
   * too long, as behind the questions of a flood, and when the signal fires before.
   */
  readonly enter: (address: string, how?: How) => Promise<{ readonly leave: () => void } | null>;
  /** How many questions of many an address takes at once now; below zero, so many wait for their turn. */
  readonly room: (address: string) => number;
};

type How = {
  /** A public resolver: nobody runs it for us, so a tenth of the pace. */
  readonly resolver?: boolean;
  /** One of hundreds, such as a guess: it goes when no other waits, and may wait long. */
  readonly bulk?: boolean;
  /** Fires when the question is given up: it leaves the queue. */
  readonly signal?: AbortSignal;
};

type Waiter = () => void;
type Server = {
  readonly gapMs: number;
  readonly burst: number;
  /** Theoretical arrival time (GCRA), on the clock of performance.now(). */
  tat: number;
  active: number;
  readonly waiting: { readonly single: Set<Waiter>; readonly bulk: Set<Waiter> };
  timer: Timer | null;
};

/** Questions that go at once after a rest; no more than a second's worth. */
const BURST = 100;
/** Of the burst so much is for questions of many; the rest is always there for others. */
const BULK_SHARE = 0.75;
/** Questions under way at one address, and those of them that may be of many. */
const ACTIVE_MAX = 64;
const BULK_ACTIVE_MAX = 48;
/** Questions that wait for their turn. */
const QUEUE_MAX = { single: 256, bulk: 2048 } as const;
/** What NAMESERVER_QPS=0 decides. */
const UNLIMITED = { granted: true, retryAfterMs: 0, tat: 0 };
/** Addresses remembered; those at rest are forgotten first. */
const SERVERS_MAX = 10_000;

/**
 * No `FairSemaphore` of concurrency: a server limits questions a second as well as at once, and single questions go before bulk.
 * @param perSecond questions a second to one address over all calls, after a burst; 0 lifts it.
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

  /** Lets those go whose turn it is. */
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
