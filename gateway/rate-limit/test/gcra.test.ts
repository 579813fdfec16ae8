import { expect, test } from "bun:test";
import { decide } from "@dnstools/concurrency/rate-limiter";
import { createArrivals } from "../arrivals.ts";
import { memoryStore } from "../memory.ts";

const LIMIT = { units: 60, windowMs: 60_000 };

/** Creates a store whose clock the test controls. */
function onClock(limit = LIMIT, clientsMax?: number) {
  let now = 1_000_000;
  const arrivals = createArrivals(() => now, clientsMax);
  const store = memoryStore(limit, arrivals);
  const pass = (ms: number) => {
    now += ms;
  };
  return { store, size: arrivals.size, pass };
}

test("all units at once, none more, and they come back one by one", () => {
  const { store, pass } = onClock();
  for (let i = 59; i >= 0; i--) expect(store.take("a", 1)).toMatchObject({ granted: true, remaining: i });
  expect(store.take("a", 1)).toMatchObject({ granted: false, remaining: 0, retryAfterMs: 1000 });
  pass(999);
  expect(store.take("a", 1).granted).toBe(false);
  pass(1);
  expect(store.take("a", 1).granted).toBe(true);
  expect(store.take("a", 1).granted).toBe(false);
});

test("the edge of a window gives no second burst", () => {
  const { store, pass } = onClock();
  pass(59_999);
  expect(store.take("a", 60).granted).toBe(true);
  pass(2);
  expect(store.take("a", 1).granted).toBe(false);
});

test("a refusal takes nothing and says when the cost will be there", () => {
  const { store, pass } = onClock();
  store.take("a", 55);
  const refused = store.take("a", 10);
  expect(refused).toMatchObject({ granted: false, remaining: 5, retryAfterMs: 5000 });
  expect(store.take("a", 5).granted).toBe(true);
  pass(10_000);
  expect(store.take("a", 10).granted).toBe(true);
});

test("units given back are there again, and never more than the limit", () => {
  const { store } = onClock();
  store.take("a", 10);
  store.giveBack("a", 10);
  expect(store.peek("a")).toEqual({ remaining: 60, resetMs: 0 });
  store.giveBack("a", 10);
  store.giveBack("never-seen", 10);
  expect(store.peek("a").remaining).toBe(60);
  expect(store.take("a", 61).granted).toBe(false);
});

test("clients do not see each other, and looking takes nothing", () => {
  const { store } = onClock();
  store.take("a", 60);
  expect(store.peek("b")).toEqual({ remaining: 60, resetMs: 0 });
  expect(store.peek("a")).toEqual({ remaining: 0, resetMs: 60_000 });
});

test("odd limits lose no unit to fractions of a millisecond", () => {
  for (const units of [1, 3, 7, 61, 997]) {
    const { store, pass } = onClock({ units, windowMs: 60_000 });
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < units; i++) expect(store.take("a", 1).granted).toBe(true);
      expect(store.take("a", 1).granted).toBe(false);
      pass(60_000);
    }
  }
});

test("memory is bounded: clients with all units back are forgotten first, then the oldest", () => {
  const { store, size, pass } = onClock(LIMIT, 100);
  for (let i = 0; i < 1000; i++) store.take(`client-${i}`, 60);
  expect(store.peek("client-999").remaining).toBe(0);
  expect(store.peek("client-900").remaining).toBe(0);
  expect(store.peek("client-0").remaining).toBe(60);
  pass(60_000);
  expect(size()).toBe(100);
  store.take("late", 1);
  store.take("later", 1);
  expect(size()).toBeLessThan(100);
});

test("deciding is pure", () => {
  const decision = { granted: true, retryAfterMs: 0, tat: 11_000, remaining: 59, resetMs: 1000 };
  expect(decide(LIMIT, 0, 1, 10_000)).toEqual(decision);
  expect(decide(LIMIT, 0, 1, 10_000)).toEqual(decision);
});
