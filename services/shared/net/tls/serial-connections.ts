import { Cache } from "@dnstools/concurrency/cache";
import { FairSemaphore } from "@dnstools/concurrency/fair-semaphore";
import { SingleFlight } from "@dnstools/concurrency/single-flight";

/** What a connection showed, and when it is closed. */
export type Connected<T> = { readonly result: T; readonly closed: Promise<void> };

type Request<T> = {
  /** The server's address: it has one connection of ours at a time. */
  readonly address: string;
  /** Requests of the same key share one connection and its result. */
  readonly key: string;
  /** When the caller waits no longer; a connection that has begun goes on. */
  readonly signal: AbortSignal;
  /** Must end by itself. */
  readonly connect: () => Promise<Connected<T>>;
};

/** One connection at a time to each address; the results are kept for a while. */
export type SerialConnections<T> = { readonly run: (request: Request<T>) => Promise<T> };

export type SerialConnectionsOptions<T> = {
  /** Seconds that a result is given again; 0 keeps nothing. */
  readonly keepS: number;
  /** What later callers are given; null where the result is not to be kept. */
  readonly toKeep: (result: T) => T | null;
  /** About the bytes of a result in memory. */
  readonly bytesOf: (result: T) => number;
  /** What a caller is given without a connection: too many wait for the address, or the caller's time is over. */
  readonly without: (why: "held_back" | "budget") => T;
  /** Hears of every request, and whether it needed a connection of its own. */
  readonly onWanted: (result: "hit" | "miss" | "coalesced") => void;
};

/** Requests that may wait for one address. */
const WAITING_MAX = 15;
const KEPT_MAX = 2000;
const KEPT_BYTES_MAX = 16_777_216;

export function createSerialConnections<T extends {}>(
  options: SerialConnectionsOptions<T>,
): SerialConnections<T> {
  const { keepS, toKeep, bytesOf, without, onWanted } = options;
  const bytes = { max: KEPT_BYTES_MAX, of: bytesOf };
  const kept = new Cache<string, T>({ max: KEPT_MAX, ttlMs: 1000 * keepS, bytes });
  const underWay = new SingleFlight<string, T>();
  /** The address is the caller. */
  const turns = FairSemaphore.of(0, 1);

  /** @param signal when no caller waits for the result any longer. */
  async function inTurn({ address, key, connect }: Request<T>, signal: AbortSignal): Promise<T> {
    const turn = await turns.acquire(address, signal);
    if (turn === null) return without("budget");
    let closed = Promise.resolve();
    try {
      // A connection whose callers have all gone may have ended meanwhile.
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
