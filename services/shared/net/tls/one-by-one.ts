import { orAborted } from "../or-aborted.ts";

/** Work at a place, such as an address, of which there is one at a time. */
type Job<T> = {
  readonly place: string;
  /** Those of the same key share one run and its result. */
  readonly key: string;
  /** When this one waits no longer; what has begun goes on. */
  readonly signal: AbortSignal;
  /** Must not fail, and must end by itself. */
  readonly work: () => Promise<T>;
  /** What is given to who comes later; null where a result is not to be kept. */
  readonly again: (result: T) => T | null;
  /** What is given to who gets no turn: too many wait, or the time is over. */
  readonly without: (why: "held_back" | "budget") => T;
};

export type OneByOne<T> = { readonly run: (job: Job<T>) => Promise<T> };

/** Work in line or under way, and how many wait for it. */
type Run<T> = { readonly done: Promise<T>; wanted: number };

/** What may wait at one place, and results that are kept. */
const WAITING_MAX = 16;
const KEPT_MAX = 2000;

/** @param keepS seconds that a result is given again. */
export function createOneByOne<T>(keepS: number): OneByOne<T> {
  const running = new Map<string, Run<T>>();
  const kept = new Map<string, { readonly result: T; readonly until: number }>();
  const places = new Map<string, { last: Promise<unknown>; waiting: number }>();

  function keep(key: string, result: T | null): void {
    if (keepS <= 0 || result === null) return;
    kept.delete(key);
    kept.set(key, { result, until: performance.now() + 1000 * keepS });
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_MAX) break;
      kept.delete(oldest);
    }
  }

  function start({ place, key, work, again, without }: Job<T>): Run<T> {
    const at = places.get(place) ?? { last: Promise.resolve(), waiting: 0 };
    places.set(place, at);
    at.waiting += 1;
    const turn = async () => {
      const result = run.wanted > 0 ? await work() : without("budget");
      keep(key, again(result));
      running.delete(key);
      at.waiting -= 1;
      if (at.waiting === 0) places.delete(place);
      return result;
    };
    const done = at.last.then(turn);
    const run: Run<T> = { done, wanted: 0 };
    at.last = done;
    running.set(key, run);
    return run;
  }

  return {
    async run(job) {
      const known = kept.get(job.key);
      if (known !== undefined && known.until > performance.now()) return known.result;
      const under = running.get(job.key);
      if (under === undefined && (places.get(job.place)?.waiting ?? 0) >= WAITING_MAX)
        return job.without("held_back");
      const run = under ?? start(job);
      run.wanted += 1;
      const result = await orAborted(run.done, job.signal);
      run.wanted -= 1;
      return result ?? job.without("budget");
    },
  };
}
