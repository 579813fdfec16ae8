import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Allowance, Limit, Taking } from "@dnstools/concurrency/rate-limiter";
import { type Redis as Server, startRedis } from "@dnstools/lab/support/redis";
import { createArrivals } from "../arrivals.ts";
import { memoryStore } from "../memory.ts";
import { RedisStore } from "../redis-store.ts";
import { handOn, passTime } from "./redis-clock.fixture.ts";

/**
 * A store whose clock the test controls. Differences of up to a minute are ignored, because the clocks of real servers
 * continue to run.
 */
type Bench = AsyncDisposable & {
  readonly take: (client: string, cost: number) => Promise<Taking>;
  readonly peek: (client: string) => Promise<Allowance>;
  readonly giveBack: (client: string, cost: number) => Promise<Allowance>;
  readonly pass: (client: string, ms: number) => Promise<void>;
};

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const PATIENT_MS = 20_000;
const LIMIT: Limit = { units: 60, windowMs: DAY_MS };
const UNIT_MS = DAY_MS / 60;

let server: Server;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

async function inMemory(limit: Limit): Promise<Bench> {
  let now = 1_000_000;
  const store = memoryStore(
    limit,
    createArrivals(() => now),
  );
  return {
    take: async (client, cost) => store.take(client, cost),
    peek: async (client) => store.peek(client),
    giveBack: async (client, cost) => store.giveBack(client, cost),
    async pass(_client, ms) {
      now += ms;
    },
    async [Symbol.asyncDispose]() {},
  };
}

async function onRedis(limit: Limit): Promise<Bench> {
  const hand = handOn(server.url);
  await hand.flushall();
  const { promise: open, resolve: onUsable } = Promise.withResolvers<void>();
  const store = new RedisStore(server.url, limit, PATIENT_MS, {
    onUsable,
    onAway() {},
    onFailure() {},
    onAnswer() {},
  });
  await open;
  return {
    take: async (client, cost) => there(await store.take(client, cost)),
    peek: async (client) => there(await store.peek(client)),
    giveBack: async (client, cost) => there(await store.giveBack(client, cost)),
    pass: (client, ms) => passTime(hand, client, ms),
    async [Symbol.asyncDispose]() {
      store.close();
      hand.disconnect();
    },
  };
}

function there<T>(answer: T | null): T {
  if (answer === null) throw new Error("the server did not answer");
  return answer;
}

describe.each([
  ["memory", inMemory],
  ["Redis", onRedis],
])("%s", (_name, open) => {
  test("all units at once, none more, and they come back one by one", async () => {
    await using store = await open(LIMIT);
    for (let i = 59; i >= 0; i--) {
      expect(await store.take("a", 1)).toMatchObject({ granted: true, remaining: i, retryAfterMs: 0 });
    }
    const refused = await store.take("a", 1);
    expect(refused).toMatchObject({ granted: false, remaining: 0 });
    near(refused.retryAfterMs, UNIT_MS);
    near(refused.resetMs, DAY_MS);
    await store.pass("a", UNIT_MS - MINUTE_MS);
    expect((await store.take("a", 1)).granted).toBe(false);
    await store.pass("a", MINUTE_MS);
    expect((await store.take("a", 1)).granted).toBe(true);
    expect((await store.take("a", 1)).granted).toBe(false);
  });

  test("a weighted cost is taken whole or not at all; a refusal says when it will be there", async () => {
    await using store = await open(LIMIT);
    expect(await store.take("a", 55)).toMatchObject({ granted: true, remaining: 5 });
    const refused = await store.take("a", 10);
    expect(refused).toMatchObject({ granted: false, remaining: 5 });
    near(refused.retryAfterMs, 5 * UNIT_MS);
    expect((await store.take("a", 5)).granted).toBe(true);
    await store.pass("a", 10 * UNIT_MS);
    expect((await store.take("a", 10)).granted).toBe(true);
    expect((await store.take("a", 1)).granted).toBe(false);
  });

  test("what costs more than the limit is never granted", async () => {
    await using store = await open(LIMIT);
    expect(await store.take("a", 61)).toMatchObject({ granted: false, remaining: 60, resetMs: 0 });
  });

  test("the edge of a window gives no second burst", async () => {
    await using store = await open(LIMIT);
    await store.take("a", 1);
    await store.pass("a", DAY_MS - MINUTE_MS);
    expect((await store.take("a", 60)).granted).toBe(true);
    await store.pass("a", 2 * MINUTE_MS);
    expect((await store.take("a", 1)).granted).toBe(false);
  });

  test("units given back are there again, and never more than the limit", async () => {
    await using store = await open(LIMIT);
    await store.take("a", 10);
    await store.take("a", 5);
    expect((await store.giveBack("a", 10)).remaining).toBe(55);
    expect(await store.giveBack("a", 5)).toMatchObject({ remaining: 60, resetMs: 0 });
    expect(await store.giveBack("a", 5)).toMatchObject({ remaining: 60, resetMs: 0 });
    expect(await store.giveBack("never-seen", 10)).toMatchObject({ remaining: 60, resetMs: 0 });
    expect((await store.take("a", 61)).granted).toBe(false);
    expect((await store.take("a", 60)).granted).toBe(true);
  });

  test("giving back what has come back by itself changes nothing", async () => {
    await using store = await open(LIMIT);
    await store.take("a", 10);
    await store.pass("a", 11 * UNIT_MS);
    expect(await store.giveBack("a", 10)).toMatchObject({ remaining: 60, resetMs: 0 });
    expect((await store.take("a", 61)).granted).toBe(false);
  });

  test("clients do not see each other, and looking takes nothing", async () => {
    await using store = await open(LIMIT);
    await store.take("a", 60);
    for (let i = 0; i < 3; i++) expect(await store.peek("b")).toMatchObject({ remaining: 60, resetMs: 0 });
    const own = await store.peek("a");
    expect(own.remaining).toBe(0);
    near(own.resetMs, DAY_MS);
  });

  test("odd limits lose no unit to fractions", async () => {
    for (const units of [1, 3, 7, 61, 997]) {
      await using store = await open({ units, windowMs: DAY_MS });
      for (let round = 0; round < 2; round++) {
        let granted = 0;
        for (let i = 0; i < units + 3; i++) if ((await store.take("a", 1)).granted) granted += 1;
        expect([units, granted]).toEqual([units, units]);
        await store.pass("a", DAY_MS);
      }
    }
  });

  test("the largest limit and window there can be", async () => {
    await using store = await open({ units: 1_000_000_000, windowMs: DAY_MS });
    for (let i = 1; i <= 100; i++) expect((await store.take("a", 20)).granted).toBe(true);
    // Eleven units are restored per millisecond.
    const { remaining, resetMs } = await store.peek("a");
    expect(remaining).toBeGreaterThan(999_998_000 - 1);
    expect(resetMs).toBeLessThan(2001 * (DAY_MS / 1_000_000_000));
  });
});

/**
 * Expects a time that equals the expected one or is at most a minute shorter, because the clocks of real servers
 * continue to run.
 */
function near(ms: number, expected: number): void {
  expect(ms).toBeGreaterThan(expected - MINUTE_MS);
  expect(ms).toBeLessThanOrEqual(expected);
}
