/** Keeps questions to other people's servers slow enough to be polite. */
export type Pace = {
  /**
   * Resolves when an address may be asked again; `leave` must be called when the question has ended. Null at once when
   * that would take too long: nobody waits for ever behind somebody's flood.
   */
  readonly enter: (address: string) => Promise<{ readonly leave: () => void } | null>;
};

type Server = { free: number; active: number; readonly queue: (() => void)[] };

/** Questions under way at one address. */
const ACTIVE_MAX = 64;
/** Milliseconds that a question waits for its turn, and how many wait for one that is under way to end. */
const WAIT_MS = 2000;
const QUEUE_MAX = 256;
/** Addresses remembered; those at rest are forgotten first. */
const SERVERS_MAX = 10_000;

/**
 * @param perSecond questions a second to one address over all calls, with bursts of a second's worth; 0 lifts it.
 */
export function createPace(perSecond: number): Pace {
  const servers = new Map<string, Server>();
  const gapMs = perSecond === 0 ? 0 : 1000 / perSecond;

  function of(address: string): Server {
    const known = servers.get(address);
    if (known !== undefined) return known;
    if (servers.size >= SERVERS_MAX) {
      const now = performance.now();
      for (const [key, { active, free }] of servers) if (active === 0 && free <= now) servers.delete(key);
    }
    const server: Server = { free: 0, active: 0, queue: [] };
    servers.set(address, server);
    return server;
  }

  /** Waits for one that is under way to end; false when that takes too long, or too many wait. */
  function inQueue({ queue }: Server): Promise<boolean> {
    if (queue.length >= QUEUE_MAX) return Promise.resolve(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const go = () => {
      clearTimeout(late);
      resolve(true);
    };
    const late = setTimeout(() => {
      queue.splice(queue.indexOf(go), 1);
      resolve(false);
    }, WAIT_MS);
    queue.push(go);
    return promise;
  }

  return {
    async enter(address) {
      const server = of(address);
      const now = performance.now();
      const free = Math.max(server.free, now) + gapMs;
      // A second's worth goes at once; what is beyond waits its turn.
      const waitMs = free - now - 1000;
      if (waitMs > WAIT_MS) return null;
      server.free = free;
      if (gapMs > 0 && waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      if (server.active >= ACTIVE_MAX && !(await inQueue(server))) return null;
      server.active++;
      let left = false;
      return {
        leave() {
          if (left) return;
          left = true;
          server.active--;
          server.queue.shift()?.();
        },
      };
    },
  };
}
