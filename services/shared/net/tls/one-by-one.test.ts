import { expect, test } from "bun:test";
import { FairSemaphore } from "@dnstools/concurrency/fair-semaphore";
import { createOneByOne } from "./one-by-one.ts";

const NEVER = new AbortController().signal;

/** Until all that can go on has gone on. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Work whose end the test says. */
function work() {
  const begun: string[] = [];
  const ends = new Map<string, (result: string) => void>();
  const start = (key: string) => () => {
    begun.push(key);
    const { promise, resolve } = Promise.withResolvers<string>();
    ends.set(key, resolve);
    return promise;
  };
  const end = (key: string, result = key) => ends.get(key)?.(result);
  return { begun, start, end };
}

const job = (
  place: string,
  key: string,
  begin: () => Promise<string>,
  signal = NEVER,
  left = Promise.resolve(),
) => ({
  ...{ place, key, signal },
  work: async () => ({ result: await begin(), left }),
  again: (result: string) => (result === "cut" ? null : { result: `${result}, again`, bytes: 10 }),
  without: (why: string) => why,
});

test("one at a time at a place, the same shared, and kept", async () => {
  const { begun, start, end } = work();
  const wanted: string[] = [];
  const oneByOne = createOneByOne<string>(60, (result) => void wanted.push(result));
  const a = oneByOne.run(job("p", "a", start("a")));
  const b = oneByOne.run(job("p", "b", start("b")));
  const same = oneByOne.run(job("p", "a", start("a")));
  const elsewhere = oneByOne.run(job("q", "c", start("c")));
  await turn();
  expect(begun).toEqual(["a", "c"]);
  end("a");
  end("c");
  expect(await Promise.all([a, same, elsewhere])).toEqual(["a", "a", "c"]);
  await turn();
  expect(begun).toEqual(["a", "c", "b"]);
  end("b");
  expect(await b).toBe("b");
  expect(await oneByOne.run(job("p", "a", start("a")))).toBe("a, again");
  expect(wanted).toEqual(["miss", "miss", "coalesced", "miss", "hit"]);
});

test("nothing is kept where nothing may be, nor what was cut short", async () => {
  const { begun, start, end } = work();
  const forgetful = createOneByOne<string>(0, () => {});
  const oneByOne = createOneByOne<string>(60, () => {});
  for (const [runs, result] of [
    [forgetful, "whole"],
    [oneByOne, "cut"],
  ] as const) {
    for (const key of ["x", "x"]) {
      const run = runs.run(job("p", key, start(key)));
      await turn();
      end(key, result);
      expect(await run).toBe(result);
    }
  }
  expect(begun).toEqual(["x", "x", "x", "x"]);
});

test("who waits no longer has no turn, and too many are held back", async () => {
  const { begun, start, end } = work();
  const oneByOne = createOneByOne<string>(0, () => {});
  const first = oneByOne.run(job("p", "first", start("first")));
  const gone = new AbortController();
  const left = oneByOne.run(job("p", "left", start("left"), gone.signal));
  const others = Array.from({ length: 20 }, (_, i) =>
    oneByOne.run(job("p", `${i}`, start(`${i}`), gone.signal)),
  );
  gone.abort();
  expect(await left).toBe("budget");
  const ended = await Promise.all(others);
  expect(ended.filter((end) => end === "held_back").length).toBe(6);
  end("first");
  expect(await first).toBe("first");
  await turn();
  expect(begun).toEqual(["first"]);
});

test("the next has its turn when the place is left, and when the work fails", async () => {
  const { begun, start, end } = work();
  const oneByOne = createOneByOne<string>(60, () => {});
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const first = oneByOne.run(job("p", "first", start("first"), NEVER, left));
  const failing = oneByOne.run(job("p", "failing", () => Promise.reject(new Error("no"))));
  const last = oneByOne.run(job("p", "last", start("last")));
  await turn();
  end("first");
  expect(await first).toBe("first");
  await turn();
  expect(begun).toEqual(["first"]);
  leave();
  expect(await failing.catch((error: Error) => error.message)).toBe("no");
  await turn();
  expect(begun).toEqual(["first", "last"]);
  end("last");
  expect(await last).toBe("last");
});

test("so many at once, so many of one call, and calls take turns", async () => {
  const slots = FairSemaphore.of(3, 2);
  const [one, other, third] = [{}, {}, {}];
  const order: string[] = [];
  const take = async (name: string, of: object, signal = NEVER) => {
    const slot = await slots.acquire(of, signal);
    if (slot !== null) order.push(name);
    return slot;
  };
  const a1 = await take("a1", one);
  const a2 = await take("a2", one);
  const gone = new AbortController();
  const waiting = [take("a3", one), take("a4", one), take("lost", one, gone.signal)];
  const b1 = await take("b1", other);
  const more = [take("b2", other), take("c1", third)];
  gone.abort();
  expect(await waiting[2]).toBeNull();
  expect(order).toEqual(["a1", "a2", "b1"]);
  // The first call has its bound free again, and so the first turn; then the others have theirs.
  a1?.release();
  a1?.release();
  await turn();
  expect(order).toEqual(["a1", "a2", "b1", "a3"]);
  a2?.release();
  b1?.release();
  await Promise.all(more);
  expect(order.slice(4).toSorted()).toEqual(["b2", "c1"]);
  expect(await slots.acquire(one, AbortSignal.abort())).toBeNull();
});
