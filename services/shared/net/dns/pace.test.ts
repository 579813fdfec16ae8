import { expect, test } from "bun:test";
import { createPace } from "./pace.ts";

const ADDRESS = "192.0.2.1";

test("a second's worth goes at once, and a flood is turned away instead of waiting for ever", async () => {
  const pace = createPace(10);
  const now = Promise.all(Array.from({ length: 10 }, () => pace.enter(ADDRESS)));
  expect((await now).every((turn) => turn !== null)).toBe(true);
  const flood = Array.from({ length: 100 }, () => pace.enter(ADDRESS));
  // Two seconds' worth waits; of the others each is told at once.
  const last = await Promise.all(flood.slice(30));
  expect(last.every((turn) => turn === null)).toBe(true);
  expect(await pace.enter("192.0.2.2")).not.toBeNull();
});

test("one that ends lets the next in; 0 lifts the pace, not the number under way", async () => {
  const pace = createPace(0);
  const turns = await Promise.all(Array.from({ length: 64 }, () => pace.enter(ADDRESS)));
  const next = pace.enter(ADDRESS);
  turns[0]?.leave();
  expect(await next).not.toBeNull();
});

test("waiting for one that does not end has an end", async () => {
  const pace = createPace(0);
  await Promise.all(Array.from({ length: 64 }, () => pace.enter(ADDRESS)));
  const start = performance.now();
  const waiting = Array.from({ length: 300 }, () => pace.enter(ADDRESS));
  expect((await Promise.all(waiting)).filter((turn) => turn !== null)).toEqual([]);
  expect(performance.now() - start).toBeLessThan(2500);
});

/** Milliseconds until each of many turns came. */
async function timesOf(pace: ReturnType<typeof createPace>, count: number, how = {}): Promise<number[]> {
  const start = performance.now();
  const turn = async () => {
    const entered = await pace.enter(ADDRESS, how);
    entered?.leave();
    return entered === null ? Number.NaN : performance.now() - start;
  };
  return Promise.all(Array.from({ length: count }, turn));
}

test("after a burst of 100 there are 300 a second", async () => {
  const times = await timesOf(createPace(300), 250);
  expect(times[99]).toBeLessThan(50);
  // 150 more take half a second.
  expect(times[249]).toBeGreaterThan(480);
  expect(times[249]).toBeLessThan(700);
});

test("how much room there is, is told", async () => {
  const pace = createPace(300);
  expect(pace.room(ADDRESS)).toBe(75);
  const turns = await Promise.all(Array.from({ length: 40 }, () => pace.enter(ADDRESS)));
  for (const turn of turns) turn?.leave();
  expect(pace.room(ADDRESS)).toBeGreaterThanOrEqual(35);
  expect(pace.room(ADDRESS)).toBeLessThan(45);
  for (let i = 0; i < 100; i++) void pace.enter(ADDRESS, { bulk: true });
  expect(pace.room(ADDRESS)).toBeLessThan(-20);
  expect(pace.room("192.0.2.2")).toBe(75);
  expect(createPace(1).room(ADDRESS)).toBe(1);
  expect(createPace(0).room(ADDRESS)).toBe(Number.POSITIVE_INFINITY);
});

test("a public resolver is asked a tenth as fast", async () => {
  const times = await timesOf(createPace(300), 40, { resolver: true });
  expect(times[29]).toBeLessThan(50);
  expect(times[39]).toBeGreaterThan(300);
});

test("one of many goes when nobody else waits, and leaves some of the burst to others", async () => {
  const pace = createPace(300);
  const many = timesOf(pace, 400, { bulk: true });
  const singles = await timesOf(pace, 25);
  expect(Math.max(...singles)).toBeLessThan(50);
  expect((await many).every((ms) => ms < 1500)).toBe(true);
});

test("however many of many are under way, there is room for others", async () => {
  const pace = createPace(0);
  for (let i = 0; i < 100; i++) void pace.enter(ADDRESS, { bulk: true });
  expect(await pace.enter(ADDRESS)).not.toBeNull();
});
