import { expect, test } from "bun:test";
import { createOneByOne } from "./one-by-one.ts";
import { createSlots } from "./slots.ts";

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

const job = (place: string, key: string, begin: () => Promise<string>, signal = NEVER) => ({
  ...{ place, key, signal, work: begin },
  again: (result: string) => (result === "cut" ? null : `${result}, again`),
  without: (why: string) => why,
});

test("one at a time at a place, the same shared, and kept", async () => {
  const { begun, start, end } = work();
  const oneByOne = createOneByOne<string>(60);
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
});

test("nothing is kept where nothing may be, nor what was cut short", async () => {
  const { begun, start, end } = work();
  const forgetful = createOneByOne<string>(0);
  const oneByOne = createOneByOne<string>(60);
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
  const oneByOne = createOneByOne<string>(0);
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

test("so many at once, and the next when one is done", async () => {
  const slots = createSlots(2);
  const [a, b] = [await slots.take(NEVER), await slots.take(NEVER)];
  const gone = new AbortController();
  const left = slots.take(gone.signal);
  const third = slots.take(NEVER);
  gone.abort();
  expect(await left).toBeNull();
  a?.free();
  a?.free();
  expect(await third).not.toBeNull();
  b?.free();
  expect(await slots.take(AbortSignal.abort())).toBeNull();
  expect(await slots.take(NEVER)).not.toBeNull();
});
