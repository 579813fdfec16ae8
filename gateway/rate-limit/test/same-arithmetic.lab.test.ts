import { afterAll, beforeAll, expect, test } from "bun:test";
import { decide, giveBack, type Limit } from "@dnstools/concurrency/rate-limiter";
import { type Redis as Server, startRedis } from "@dnstools/lab/support/redis";
import type { Redis } from "ioredis";
import { GCRA_SCRIPT } from "../gcra-script.ts";
import { handOn, keyOf, passTime } from "./redis-clock.fixture.ts";

/**
 * The server on which the script is compared with rate-limiter.ts in random sequences of steps. The server's clock is
 * read before and after each step, and the script's result must equal the result of rate-limiter.ts at some moment in
 * between.
 */
let server: Server;
let hand: Redis;
beforeAll(async () => {
  server = await startRedis();
  hand = handOn(server.url);
});
afterAll(async () => {
  hand.disconnect();
  await server[Symbol.asyncDispose]();
});

const LIMITS: readonly Limit[] = [
  { units: 60, windowMs: 60_000 },
  { units: 7, windowMs: 1000 },
  { units: 997, windowMs: 86_400_000 },
  { units: 13, windowMs: 7000 },
  { units: 100_000, windowMs: 60_000 },
];
const STEPS = 400;
/** Precision in milliseconds of a double that holds a time since 1970. */
const TICK_MS = 0.002;

test.each(LIMITS)("$units units in $windowMs ms", async (limit) => {
  const random = generator(limit.units);
  const whole = (most: number) => Math.floor(random() * (most + 1));
  const client = `client-${limit.units}`;
  const perUnit = limit.windowMs / limit.units;
  const seen = { granted: 0, refused: 0, back: 0 };
  for (let step = 0; step < STEPS; step++) {
    const cost = 1 + whole(Math.min(limit.units, Math.max(20, limit.units / 8)));
    const action = random();
    if (action < 0.25) {
      await passTime(hand, client, whole(cost * perUnit * 2));
      continue;
    }
    const mode = action < 0.75 ? "take" : "give";
    const before = await tatOf(client, limit);
    const from = await clock();
    const [granted, us, rest] = await run(mode, client, cost, limit);
    const to = await clock();
    const after = await tatOf(client, limit);
    const usedMs = (us + rest / limit.units) / 1000;
    const early = expected(mode, limit, before, cost, from);
    const late = expected(mode, limit, before, cost, to);
    const where = `step ${step}: ${mode} ${cost}, ${before - from} ms used before`;

    expect([early.granted, late.granted], where).toContain(granted === 1);
    const same = [early, late].filter((one) => one.granted === (granted === 1));
    const used = same.map((one) => one.usedMs);
    // The used time decreases while the server's clock continues to run.
    const slack = TICK_MS + (to - from);
    expect(usedMs, where).toBeGreaterThanOrEqual(Math.min(...used) - slack);
    expect(usedMs, where).toBeLessThanOrEqual(Math.max(...used) + slack);
    // The used time in the script's reply agrees with the stored time.
    if (granted === 1 && usedMs > to - from + 1)
      expect(after - usedMs, where).toBeGreaterThanOrEqual(from - 0.001);
    if (granted === 1 && usedMs > to - from + 1)
      expect(after - usedMs, where).toBeLessThanOrEqual(to + 0.001);
    seen[mode === "give" ? "back" : granted === 1 ? "granted" : "refused"] += 1;
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(STEPS / 100);
});

test("rounding loses nothing: a number of units is an exact time", async () => {
  for (const units of [7, 61, 997, 999_983]) {
    const limit = { units, windowMs: 86_400_000 };
    const client = `exact-${units}`;
    await run("take", client, 1, limit);
    const first = await storedOf(client, units);
    let taken = 0;
    for (let cost = 1; taken + cost < Math.min(units, 900); cost = 1 + (cost % 4)) {
      await run("take", client, cost, limit);
      taken += cost;
    }
    expect(taken).toBeGreaterThan(3);
    expect((await storedOf(client, units)) - first).toBe(BigInt(taken) * 86_400_000_000n);
  }
});

/** Returns the stored time of a client, in units of `1 / units` microseconds. */
async function storedOf(client: string, units: number): Promise<bigint> {
  const [us, rest] = ((await hand.get(keyOf(client))) ?? "0 0").split(" ").map(BigInt);
  return (us ?? 0n) * BigInt(units) + (rest ?? 0n);
}

/** Returns the result of rate-limiter.ts for a given moment. */
function expected(mode: string, limit: Limit, tat: number, cost: number, now: number) {
  if (mode === "take") {
    const { granted, resetMs } = decide(limit, tat, cost, now);
    return { granted, usedMs: resetMs };
  }
  const after = tat === 0 ? 0 : giveBack(limit, Math.max(tat, now), cost);
  return { granted: true, usedMs: Math.max(0, after - now) };
}

async function run(mode: string, client: string, cost: number, { units, windowMs }: Limit) {
  const args = [mode, cost, units, windowMs * 1000];
  return (await hand.eval(GCRA_SCRIPT, 1, keyOf(client), ...args)) as [number, number, number];
}

/** Returns the stored time of a client in milliseconds; 0 if the store has no time for the client. */
async function tatOf(client: string, { units }: Limit): Promise<number> {
  const stored = await hand.get(keyOf(client));
  const [us, rest] = (stored ?? "0 0").split(" ").map(Number);
  return ((us ?? 0) + (rest ?? 0) / units) / 1000;
}

async function clock(): Promise<number> {
  const [seconds, us] = await hand.time();
  return Number(seconds) * 1000 + Number(us) / 1000;
}

/** Creates a generator of reproducible random numbers in [0, 1) (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
