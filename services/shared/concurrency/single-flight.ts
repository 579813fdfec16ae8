import { orAborted } from "./abortable.ts";

/** Work in flight for one key, and the number of callers that wait for its result. */
type Flight<T> = { readonly result: Promise<T>; readonly end: AbortController; waiting: number };

/**
 * Runs work once for all callers that request the same key at the same time (like Go's singleflight). A caller's own
 * signal does not cancel the work; the work is cancelled when its last caller has left.
 */
export class SingleFlight<K, T> {
  private readonly flights = new Map<K, Flight<T>>();

  /** Returns true if work for a key is in flight, so that `join` would not start new work. */
  has(key: K): boolean {
    return this.flights.has(key);
  }

  /**
   * Joins the work in flight for a key, or starts the work.
   * @param work receives a signal that fires when no caller waits any longer.
   * @param signal the caller's own signal.
   * @returns the result, or null if the caller's signal fires first; rejects if the work rejects.
   */
  join(key: K, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  join(key: K, work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal | undefined): Promise<T | null>;
  async join(key: K, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T | null> {
    const flight = this.flights.get(key) ?? this.begin(key, work);
    flight.waiting += 1;
    try {
      return await (signal === undefined ? flight.result : orAborted(flight.result, signal));
    } finally {
      flight.waiting -= 1;
      if (flight.waiting === 0 && this.flights.get(key) === flight) {
        this.flights.delete(key);
        flight.end.abort();
      }
    }
  }

  private begin(key: K, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const end = new AbortController();
    const result = work(end.signal);
    const flight = { result, end, waiting: 0 };
    this.flights.set(key, flight);
    const ended = () => {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    };
    // The second handler is needed because no caller handles a rejection once all of them have left.
    result.then(ended, ended);
    return flight;
  }
}
