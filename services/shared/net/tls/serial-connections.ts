import { Cache } from "@dnstools/concurrency/cache";
import { FairSemaphore } from "@dnstools/concurrency/fair-semaphore";
import { SingleFlight } from "@dnstools/concurrency/single-flight";

/** The result of a connection, and a promise that resolves when the connection is closed. */
export type Connected<T> = { readonly result: T; readonly closed: Promise<void> };

type Request<T> = {
  /** The server's address; each address has at most one connection at a time. */
  readonly address: string;
  /** Requests with the same key share one connection and the result of it. */
  readonly key: string;
  /** Fires when the caller stops waiting. A connection that has begun continues. */
  readonly signal: AbortSignal;
  /** Opens the connection and returns its result. Must end by itself, because it gets no signal. */
  readonly connect: () => Promise<Connected<T>>;
};

/** Makes one connection at a time to each address, and caches the results. */
export type SerialConnections<T> = { readonly run: (request: Request<T>) => Promise<T> };

/** Cache settings and callbacks of serial connections. */
export type SerialConnectionsOptions<T> = {
  /** Lifetime of a cached result in seconds; 0 disables the cache. */
  readonly keepS: number;
  /** Returns the result to cache for later callers; null if it must not be cached. */
  readonly toKeep: (result: T) => T | null;
  /** Returns the approximate size of a result in memory, in bytes. */
  readonly bytesOf: (result: T) => number;
  /**
   * Returns the result for a caller that gets no connection, because too many requests wait for the address or the
   * caller's time has run out.
   */
  readonly without: (why: "held_back" | "budget") => T;
  /**
   * Called for every request. `result` is `hit` if it was answered from the cache, `miss` if it needed a new
   * connection, `coalesced` if it joined one.
   */
  readonly onWanted: (result: "hit" | "miss" | "coalesced") => void;
};

/** Maximum number of requests that wait for one address. */
const WAITING_MAX = 15;
const KEPT_MAX = 2000;
const KEPT_BYTES_MAX = 16_777_216;

/** Creates serial connections with an empty cache and one queue for each address. */
export function createSerialConnections<T extends {}>(
  options: SerialConnectionsOptions<T>,
): SerialConnections<T> {
  const { keepS, toKeep, bytesOf, without, onWanted } = options;
  const bytes = { max: KEPT_BYTES_MAX, of: bytesOf };
  const kept = new Cache<string, T>({ max: KEPT_MAX, ttlMs: 1000 * keepS, bytes });
  const underWay = new SingleFlight<string, T>();
  /** One turn at a time for each address: the address takes the role of the semaphore's caller. */
  const turns = FairSemaphore.of(0, 1);

  /**
   * Waits for the address's turn, then connects.
   * @param signal fires when no caller waits for the result any longer.
   */
  async function inTurn({ address, key, connect }: Request<T>, signal: AbortSignal): Promise<T> {
    const turn = await turns.acquire(address, signal);
    if (turn === null) return without("budget");
    let closed = Promise.resolve();
    try {
      // An earlier connection whose callers no longer wait may have stored a result in the meantime.
      const known = kept.get(key);
      if (known !== undefined) return known;
      const connected = await connect();
      ({ closed } = connected);
      const again = keepS > 0 ? toKeep(connected.result) : null;
      if (again !== null) kept.set(key, again);
      return connected.result;
    } finally {
      void closed.then(turn.release, turn.release);
    }
  }

  return {
    async run(request) {
      const { address, key, signal } = request;
      const known = kept.get(key);
      if (known !== undefined) {
        onWanted("hit");
        return known;
      }
      const shared = underWay.has(key);
      onWanted(shared ? "coalesced" : "miss");
      if (!shared && turns.waitingOf(address) >= WAITING_MAX) return without("held_back");
      const result = await underWay.join(key, (unwanted) => inTurn(request, unwanted), signal);
      return result ?? without("budget");
    },
  };
}
