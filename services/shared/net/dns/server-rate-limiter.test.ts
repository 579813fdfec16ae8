import { expect, test } from "bun:test";
import { elapse, useFakeTime } from "../test/fake-time.ts";
import { createServerRateLimiter } from "./server-rate-limiter.ts";

const ADDRESS = "192.0.2.1";

useFakeTime();

test("one second's worth of queries goes at once, and a flood is refused instead of queued without limit", async () => {
  const rateLimiter = createServerRateLimiter(10);
  const now = Promise.all(Array.from({ length: 10 }, () => rateLimiter.enter(ADDRESS)));
  expect((await now).every((turn) => turn !== null)).toBe(true);
  const flood = Array.from({ length: 100 }, () => rateLimiter.enter(ADDRESS));
  // The queries for two seconds wait; all further queries are refused at once.
  const last = await Promise.all(flood.slice(30));
  expect(last.every((turn) => turn === null)).toBe(true);
  expect(await rateLimiter.enter("192.0.2.2")).not.toBeNull();
});

test("a query that ends lets the next one start; 0 removes the rate limit but not the limit on queries in flight", async () => {
  const rateLimiter = createServerRateLimiter(0);
  const turns = await Promise.all(Array.from({ length: 64 }, () => rateLimiter.enter(ADDRESS)));
  const next = rateLimiter.enter(ADDRESS);
  turns[0]?.leave();
  expect(await next).not.toBeNull();
});

test("a query waits for its turn for at most two seconds", async () => {
  const rateLimiter = createServerRateLimiter(0);
  await Promise.all(Array.from({ length: 64 }, () => rateLimiter.enter(ADDRESS)));
  const waiting = Promise.all(Array.from({ length: 300 }, () => rateLimiter.enter(ADDRESS)));
  await elapse(2000);
  expect((await waiting).filter((turn) => turn !== null)).toEqual([]);
});

test("cancelled queries leave the queue without using a turn", async () => {
  const rateLimiter = createServerRateLimiter(10);
  await Promise.all(Array.from({ length: 10 }, () => rateLimiter.enter(ADDRESS)));
  const end = new AbortController();
  const given = Array.from({ length: 20 }, () => rateLimiter.enter(ADDRESS, { signal: end.signal }));
  end.abort();
  expect((await Promise.all(given)).every((turn) => turn === null)).toBe(true);
  expect(await rateLimiter.enter(ADDRESS, { signal: end.signal })).toBeNull();
  const next = rateLimiter.enter(ADDRESS);
  await elapse(100);
  expect(await next).not.toBeNull();
});

/** Requests several turns at once. Returns the milliseconds until each turn came. */
async function timesOf(
  rateLimiter: ReturnType<typeof createServerRateLimiter>,
  count: number,
  how = {},
): Promise<number[]> {
  const start = performance.now();
  const turn = async () => {
    const entered = await rateLimiter.enter(ADDRESS, how);
    entered?.leave();
    return entered === null ? Number.NaN : performance.now() - start;
  };
  return Promise.all(Array.from({ length: count }, turn));
}

test("after a burst of 100 the rate is 300 a second", async () => {
  const all = timesOf(createServerRateLimiter(300), 250);
  await elapse(1000);
  const times = await all;
  expect(times[99]).toBeLessThanOrEqual(1);
  // The 150 queries after the burst take half a second.
  expect(times[249]).toBeWithin(480, 520);
});

test("the room at an address is a share of the burst, reduced by each query in flight or waiting", async () => {
  const rateLimiter = createServerRateLimiter(300);
  expect(rateLimiter.room(ADDRESS)).toBe(75);
  const turns = await Promise.all(Array.from({ length: 40 }, () => rateLimiter.enter(ADDRESS)));
  for (const turn of turns) turn?.leave();
  expect(rateLimiter.room(ADDRESS)).toBeCloseTo(35, 6);
  for (let i = 0; i < 100; i++) void rateLimiter.enter(ADDRESS, { bulk: true });
  expect(rateLimiter.room(ADDRESS)).toBeLessThan(-20);
  expect(rateLimiter.room("192.0.2.2")).toBe(75);
  expect(createServerRateLimiter(1).room(ADDRESS)).toBe(1);
  expect(createServerRateLimiter(0).room(ADDRESS)).toBe(Number.POSITIVE_INFINITY);
});

test("a public resolver is queried at a tenth of the rate", async () => {
  const all = timesOf(createServerRateLimiter(300), 40, { resolver: true });
  await elapse(500);
  const times = await all;
  expect(times[29]).toBeLessThanOrEqual(1);
  expect(times[39]).toBeWithin(300, 350);
});

test("a bulk query waits for single ones, and leaves part of the burst to them", async () => {
  const rateLimiter = createServerRateLimiter(300);
  const many = timesOf(rateLimiter, 400, { bulk: true });
  expect(Math.max(...(await timesOf(rateLimiter, 25)))).toBe(0);
  await elapse(1500);
  expect((await many).every((ms) => ms < 1500)).toBe(true);
});

test("bulk queries in flight always leave capacity for a single one", async () => {
  const rateLimiter = createServerRateLimiter(0);
  for (let i = 0; i < 100; i++) void rateLimiter.enter(ADDRESS, { bulk: true });
  expect(await rateLimiter.enter(ADDRESS)).not.toBeNull();
});
