import { expect, test } from "bun:test";
import { type Entrant, type Entry, FairSemaphore, type SemaphoreOptions } from "./fair-semaphore.ts";

const NEVER = new AbortController().signal;

/** Creates a semaphore whose default capacity is two calls of weight 1. */
function semaphore(options: Partial<Omit<SemaphoreOptions, "waitingMax">> & { waitingMax?: number } = {}) {
  const { waitingMax = 100, ...rest } = options;
  return new FairSemaphore({
    capacity: 2,
    perCaller: 0,
    perTarget: 0,
    ...rest,
    waitingMax: () => waitingMax,
  });
}
const call = (caller: string, more: Partial<Entrant> = {}): Entrant => ({
  caller,
  target: "",
  weight: 1,
  waitMs: 60_000,
  ...more,
});

/** Adds an attempt and its result to `ended` when the attempt ends. */
function watch(entered: Entry | Promise<Entry>, name: string, ended: string[]): void {
  void Promise.resolve(entered).then((entry) => ended.push(`${name} ${entry}`));
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("calls are admitted up to the capacity, and the next enters when one leaves", async () => {
  const own = semaphore();
  expect([own.enter(call("a"), NEVER), own.enter(call("b"), NEVER)]).toEqual(["inside", "inside"]);
  const ended: string[] = [];
  watch(own.enter(call("c"), NEVER), "c", ended);
  await settled();
  expect(ended).toEqual([]);
  own.leave(call("a"));
  await settled();
  expect(ended).toEqual(["c inside"]);
  expect([own.inside, own.waiting]).toEqual([2, 0]);
});

test("callers take turns: one call of a new caller does not wait behind a hundred calls of another caller", async () => {
  const own = semaphore({ capacity: 1, waitingMax: 200 });
  own.enter(call("heavy"), NEVER);
  const ended: string[] = [];
  for (let i = 0; i < 100; i++) watch(own.enter(call("heavy"), NEVER), `heavy${i}`, ended);
  watch(own.enter(call("light"), NEVER), "light", ended);
  own.leave(call("heavy"));
  await settled();
  own.leave(call("heavy"));
  await settled();
  expect(ended).toEqual(["heavy0 inside", "light inside"]);
});

test("the caller with the most calls in a full queue loses its newest call to callers with fewer calls", async () => {
  const own = semaphore({ capacity: 1, waitingMax: 4 });
  own.enter(call("x"), NEVER);
  const ended: string[] = [];
  for (let i = 0; i < 4; i++) watch(own.enter(call("heavy"), NEVER), `heavy${i}`, ended);
  expect(own.enter(call("heavy"), NEVER)).toBe("full");
  watch(own.enter(call("light"), NEVER), "light0", ended);
  watch(own.enter(call("light"), NEVER), "light1", ended);
  expect(own.enter(call("light"), NEVER)).toBe("full");
  await settled();
  expect(ended).toEqual(["heavy3 full", "heavy2 full"]);
  expect(own.waiting).toBe(4);
});

test("the queue is bounded by weight: a heavy call replaces as many light calls as it needs, or none", async () => {
  const own = semaphore({ capacity: 1, waitingMax: 6 });
  own.enter(call("x"), NEVER);
  const ended: string[] = [];
  for (let i = 0; i < 6; i++) watch(own.enter(call("light"), NEVER), `light${i}`, ended);
  watch(own.enter(call("heavy", { weight: 3 }), NEVER), "heavy", ended);
  await settled();
  expect(ended).toEqual(["light5 full", "light4 full", "light3 full"]);
  expect(own.enter(call("other", { weight: 3 }), NEVER)).toBe("full");
  expect(own.waiting).toBe(4);
});

test("a call that finds no room takes no place from others", async () => {
  const own = semaphore({ capacity: 1, waitingMax: 12 });
  own.enter(call("x"), NEVER);
  const ended: string[] = [];
  for (const caller of ["a", "b"])
    for (let i = 0; i < 6; i++) watch(own.enter(call(caller), NEVER), `${caller}${i}`, ended);
  expect(own.enter(call("heavy", { weight: 5 }), NEVER)).toBe("full");
  await settled();
  expect(ended).toEqual([]);
});

test("the admitted calls of one caller are limited, and the remaining capacity is for other callers", async () => {
  const own = semaphore({ capacity: 3, perCaller: 1 });
  const ended: string[] = [];
  expect(own.enter(call("a"), NEVER)).toBe("inside");
  watch(own.enter(call("a"), NEVER), "a2", ended);
  watch(own.enter(call("b"), NEVER), "b", ended);
  await settled();
  expect(ended).toEqual(["b inside"]);
  own.leave(call("a"));
  await settled();
  expect(ended).toEqual(["b inside", "a2 inside"]);
});

test("calls about one target share a limit for all callers, and calls about other targets overtake them", async () => {
  const own = semaphore({ capacity: 9, perTarget: 1 });
  const about = (caller: string, target: string) => call(caller, { target });
  expect(own.enter(about("a", "example.com"), NEVER)).toBe("inside");
  const ended: string[] = [];
  watch(own.enter(about("b", "example.com"), NEVER), "b", ended);
  watch(own.enter(about("b", "example.org"), NEVER), "b other", ended);
  watch(own.enter(about("a", ""), NEVER), "a none", ended);
  await settled();
  expect(ended).toEqual(["b other inside", "a none inside"]);
  own.leave(about("a", "example.com"));
  await settled();
  expect(ended.at(-1)).toBe("b inside");
});

test("a call that fits enters immediately, even when calls for another target wait and its own wait time is 0", async () => {
  const own = semaphore({ capacity: 9, perTarget: 1, waitingMax: 1 });
  const about = (target: string) => call("a", { target });
  expect(own.enter(about("example.com"), NEVER)).toBe("inside");
  const waits = own.enter(about("example.com"), NEVER);
  expect(own.enter(about("example.com"), NEVER)).toBe("full");
  expect(own.enter({ ...about("example.org"), waitMs: 0 }, NEVER)).toBe("inside");
  own.leave(about("example.com"));
  expect(await waits).toBe("inside");
});

test("light calls do not overtake a heavy call that waits for capacity; a call heavier than the capacity enters alone", async () => {
  const own = semaphore({ capacity: 4 });
  own.enter(call("a", { weight: 2 }), NEVER);
  const ended: string[] = [];
  watch(own.enter(call("b", { weight: 3 }), NEVER), "heavy", ended);
  watch(own.enter(call("c"), NEVER), "light", ended);
  await settled();
  expect(ended).toEqual([]);
  own.leave(call("a", { weight: 2 }));
  await settled();
  expect(ended).toEqual(["heavy inside", "light inside"]);
  own.leave(call("b", { weight: 3 }));
  own.leave(call("c"));
  expect(own.enter(call("d", { weight: 9 }), NEVER)).toBe("inside");
});

test("a call that times out or is cancelled frees its place, and the calls behind it proceed", async () => {
  const own = semaphore({ capacity: 2 });
  own.enter(call("a"), NEVER);
  const gone = new AbortController();
  const waits = own.enter(call("b", { weight: 2 }), gone.signal);
  const behind = own.enter(call("c"), NEVER);
  const late = own.enter(call("d", { weight: 2, waitMs: 1 }), NEVER);
  gone.abort();
  expect([await waits, await behind, await late]).toEqual(["gone", "inside", "late"]);
  expect(own.enter(call("e"), gone.signal)).toBe("gone");
  expect(own.enter(call("e", { waitMs: 0 }), NEVER)).toBe("late");
  own.leave(call("a"));
  own.leave(call("c"));
  expect([own.inside, own.waiting]).toEqual([0, 0]);
});

test("after any order of events no call waits while there is capacity", async () => {
  let seed = 7;
  const random = (n: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed % n;
  };
  for (let round = 0; round < 50; round++) {
    const options = {
      capacity: 1 + random(6),
      perCaller: random(4),
      perTarget: random(3),
      waitingMax: random(6),
    };
    const own = semaphore(options);
    const inside: Entrant[] = [];
    const ends: AbortController[] = [];
    const queued = new Set<Entrant>();
    for (let step = 0; step < 200; step++) {
      const entrant = call(`caller${random(4)}`, {
        target: ["", "x", "y"][random(3)] ?? "",
        weight: 1 + random(3),
      });
      if (random(5) < 3) {
        const end = new AbortController();
        ends.push(end);
        queued.add(entrant);
        void Promise.resolve(own.enter(entrant, end.signal)).then((entry) => {
          queued.delete(entrant);
          if (entry === "inside") inside.push(entrant);
        });
      } else if (random(4) === 0) ends[random(ends.length || 1)]?.abort();
      else {
        const [leaving] = inside.splice(random(inside.length || 1), 1);
        if (leaving !== undefined) own.leave(leaving);
      }
      await settled();
      const used = inside.reduce((sum, { weight }) => sum + weight, 0);
      expect(own.inside).toBe(used);
      if (inside.length > 1) expect(used).toBeLessThanOrEqual(options.capacity);
      const waiting = [...queued].reduce((sum, { weight }) => sum + weight, 0);
      expect(waiting).toBeLessThanOrEqual(options.waitingMax);
      for (const target of ["x", "y"]) {
        const about = inside.filter((one) => one.target === target).length;
        if (options.perTarget > 0) expect(about).toBeLessThanOrEqual(options.perTarget);
      }
    }
    for (let leaving = inside.pop(); leaving !== undefined; leaving = inside.pop()) {
      own.leave(leaving);
      await settled();
    }
    expect([own.inside, own.waiting]).toEqual([0, 0]);
  }
});

test("waitingOf counts the waiting calls of one caller", async () => {
  const own = FairSemaphore.of(0, 1);
  const held = await own.acquire("a", NEVER);
  const next = own.acquire("a", NEVER);
  expect([own.waitingOf("a"), own.waitingOf("b")]).toEqual([1, 0]);
  held?.release();
  await next;
  expect(own.waitingOf("a")).toBe(0);
});
