import { orAborted } from "@dnstools/concurrency/abortable";

/** Work at a place, such as an address, of which there is one at a time. */
type Job<T> = {
  readonly place: string;
  /** Those of the same key share one run and its result. */
  readonly key: string;
  /** When this one waits no longer; what has begun goes on. */
  readonly signal: AbortSignal;
  /** Must end by itself. @returns the result, and when the place is free again. */
  readonly work: () => Promise<Done<T>>;
  /** What is given to who comes later, with its size in bytes; null where a result is not to be kept. */
  readonly again: (result: T) => { readonly result: T; readonly bytes: number } | null;
  /** What is given to who gets no turn: too many wait, or the time is over. */
  readonly without: (why: "held_back" | "budget") => T;
};

export type Done<T> = { readonly result: T; readonly left: Promise<void> };

export type OneByOne<T> = { readonly run: (job: Job<T>) => Promise<T> };

/** Work in line or under way, how it ends, and how many wait for it. */
type Run<T> = {
  readonly done: Promise<{ readonly result: T } | { readonly error: unknown }>;
  wanted: number;
};

/** What may wait at one place, and results that are kept, with bytes of all of them. */
const WAITING_MAX = 16;
const KEPT_MAX = 2000;
const KEPT_BYTES_MAX = 16_777_216;

/** Hears of everybody who wants a result, and whether it had to be worked for. */
export type OnWanted = (result: "hit" | "miss" | "coalesced") => void;

/** @param keepS seconds that a result is given again. */
export function createOneByOne<T>(keepS: number, onWanted: OnWanted): OneByOne<T> {
  const running = new Map<string, Run<T>>();
  const kept = new Map<string, { readonly result: T; readonly bytes: number; readonly until: number }>();
  const places = new Map<string, { last: Promise<unknown>; waiting: number }>();
  let bytes = 0;

  function drop(key: string): void {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }

  function keep(key: string, what: ReturnType<Job<T>["again"]>): void {
    if (keepS <= 0 || what === null) return;
    const now = performance.now();
    drop(key);
    kept.set(key, { ...what, until: now + 1000 * keepS });
    bytes += what.bytes;
    // In the order of their ends.
    for (const [oldest, { until }] of kept) {
      if (until > now && kept.size <= KEPT_MAX && bytes <= KEPT_BYTES_MAX) break;
      drop(oldest);
    }
  }

  function start({ place, key, work, again, without }: Job<T>): Run<T> {
    const at = places.get(place) ?? { last: Promise.resolve(), waiting: 0 };
    places.set(place, at);
    at.waiting += 1;
    const leave = () => {
      at.waiting -= 1;
      if (at.waiting === 0) places.delete(place);
    };
    const turn = async (): Promise<Done<T>> => {
      if (run.wanted === 0) return { result: without("budget"), left: Promise.resolve() };
      const done = await work();
      keep(key, again(done.result));
      return done;
    };
    const worked = at.last.then(turn).finally(() => running.delete(key));
    // Whatever happened, the next has its turn.
    at.last = worked.then(({ left }) => left).then(leave, leave);
    const done = worked.catch((error: unknown) => ({ error }));
    const run: Run<T> = { done, wanted: 0 };
    running.set(key, run);
    return run;
  }

  return {
    async run(job) {
      const known = kept.get(job.key);
      if (known !== undefined && known.until > performance.now()) {
        onWanted("hit");
        return known.result;
      }
      const under = running.get(job.key);
      onWanted(under === undefined ? "miss" : "coalesced");
      if (under === undefined && (places.get(job.place)?.waiting ?? 0) >= WAITING_MAX)
        return job.without("held_back");
      const run = under ?? start(job);
      run.wanted += 1;
      const done = await orAborted(run.done, job.signal);
      run.wanted -= 1;
      if (done === null) return job.without("budget");
      if ("error" in done) throw done.error;
      return done.result;
    },
  };
}
