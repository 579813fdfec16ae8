import { orAborted } from "./abortable.ts";

/** Work under way for one key, and how many wait for it. */
type Flight<T> = { readonly result: Promise<T>; readonly end: AbortController; waiting: number };

/**
 * Work that is done once for all who ask for it at the same time (Go's singleflight). No caller's signal reaches the work:
 * it is ended when the last caller has gone.
 */
export class SingleFlight<K, T> {
  private readonly flights = new Map<K, Flight<T>>();

  /** Whether work for a key is under way, so that `join` would begin none. */
  has(key: K): boolean {
    return this.flights.has(key);
  }

  /**
   * Joins the work for a key, or begins it.
   * @param work is given a signal that fires when no caller waits any longer.
   * @param signal the caller's own. @returns the result, or null where that signal fires before; rejects as the work does.
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
    // Where all callers have gone, none hears how it ended.
    result.then(ended, ended);
    return flight;
  }
}
