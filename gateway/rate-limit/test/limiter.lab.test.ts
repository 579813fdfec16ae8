import { describe, expect, test } from "bun:test";
import { startRedis } from "@dnstools/lab/support/redis";
import { type LimitState, shareOf } from "../limiter.ts";
import { tryLimiter } from "./trial.fixture.ts";

test("in memory everything is answered at once, and known is the state", async () => {
  await using trial = tryLimiter({ units: 60 });
  const { limiter } = trial;
  expect(limiter.windowS).toBe(86_400);
  expect(limiter.state("a")).toEqual({ limit: 60, remaining: 60, resetS: 0 });
  const charge = limiter.charge("a", 20);
  expect(charge).toMatchObject({
    granted: true,
    retryAfterS: 0,
    state: { limit: 60, remaining: 40, resetS: 28_800 },
  });
  expect(limiter.localState("a")).toEqual(limiter.state("a") as LimitState);
  expect(limiter.charge("a", 41)).toMatchObject({ granted: false, state: { remaining: 40 } });
  expect(limiter.localState("b")).toMatchObject({ remaining: 60 });
});

test("a refusal takes nothing, gives nothing back, and says how long to wait in whole seconds", async () => {
  await using trial = tryLimiter({ units: 7, windowS: 10 });
  const { limiter } = trial;
  limiter.charge("a", 7);
  const refused = limiter.charge("a", 2);
  if (refused instanceof Promise) throw new Error("memory needs no promise");
  // Two units take 10/7 s each, which is rounded up to 3 s.
  expect(refused).toMatchObject({ granted: false, retryAfterS: 3 });
  expect(refused.giveBack()).toMatchObject({ limit: 7, remaining: 0 });
  expect(limiter.charge("a", 1)).toMatchObject({ granted: false, retryAfterS: 2 });
});

test("units are given back once", async () => {
  await using trial = tryLimiter({ units: 60 });
  const { limiter } = trial;
  const charge = limiter.charge("a", 20);
  limiter.charge("a", 20);
  if (charge instanceof Promise) throw new Error("memory needs no promise");
  expect(charge.giveBack()).toMatchObject({ remaining: 40 });
  expect(charge.giveBack()).toMatchObject({ remaining: 40 });
  expect(limiter.state("a")).toMatchObject({ remaining: 40 });
});

test("without a store each of four gateways grants its share", async () => {
  await using trial = tryLimiter({ units: 61, gatewayCount: 4 });
  expect(trial.limiter.state("a")).toMatchObject({ limit: 15, remaining: 15 });
  expect(trial.limiter.charge("a", 15)).toMatchObject({ granted: true });
  expect(trial.limiter.charge("a", 1)).toMatchObject({ granted: false });
});

test.each([
  [60, 1, 60],
  [60, 4, 15],
  [61, 4, 15],
  [3, 4, 0],
  [0, 4, 0],
])("of %d units over %d gateways each has %d", (units, gatewayCount, share) => {
  expect(shareOf(units, gatewayCount)).toBe(share);
});

test("no limit at all, with or without a store's address", async () => {
  for (const redisUrl of ["", "unix:/nowhere"]) {
    await using trial = tryLimiter({ units: 0, redisUrl, gatewayCount: 9 });
    for (let i = 0; i < 100; i++)
      expect(trial.limiter.charge("a", 1_000_000)).toMatchObject({ granted: true });
    const state = { limit: 999_999_999_999_999, remaining: 999_999_999_999_999, resetS: 0 };
    expect(trial.limiter.state("a")).toEqual(state);
    expect(trial.limiter.localState("a")).toEqual(state);
    expect(trial.lines).toEqual([]);
  }
});

describe.each(["memory", "redis"])("%s", (store) => {
  test("1,000 calls that go on cost 1,000 times the units; those that did not are free", async () => {
    await using redis = await startRedis();
    await using trial = tryLimiter({ units: 5000, redisUrl: store === "redis" ? redis.url : "" });
    if (store === "redis") await trial.until("ok");
    const { limiter } = trial;
    await Promise.all(Array.from({ length: 1000 }, () => limiter.charge("a", 3)));
    expect(await limiter.state("a")).toMatchObject({ limit: 5000, remaining: 2000 });
    expect(limiter.localState("a")).toMatchObject({ limit: 5000, remaining: 2000 });
    const others = await Promise.all(Array.from({ length: 100 }, () => limiter.charge("a", 20)));
    expect(others.filter(({ granted }) => granted).length).toBe(100);
    expect(await limiter.charge("a", 1)).toMatchObject({ granted: false });
    await Promise.all(others.map(({ giveBack }) => giveBack()));
    expect(await limiter.state("a")).toMatchObject({ remaining: 2000 });
    expect(await trial.sample(`dnstools_ratelimit_decisions_total{store="${store}",outcome="granted"}`)).toBe(
      1100,
    );
    expect(await trial.sample(`dnstools_ratelimit_decisions_total{store="${store}",outcome="denied"}`)).toBe(
      1,
    );
    const answers = await trial.sample("dnstools_ratelimit_store_duration_seconds_count");
    // The store answered every charge, state query and refund, and the probe at the start.
    expect(answers).toBe(store === "redis" ? 1101 + 2 + 100 + 1 : 0);
  });
});

test("every metric is there from the start, with all its labels", async () => {
  await using trial = tryLimiter({});
  for (const store of ["redis", "memory", "fallback"]) {
    for (const outcome of ["granted", "denied"]) {
      const sample = `dnstools_ratelimit_decisions_total{store="${store}",outcome="${outcome}"}`;
      expect(await trial.sample(sample)).toBe(0);
    }
  }
  for (const reason of ["timeout", "closed", "script"]) {
    expect(await trial.sample(`dnstools_ratelimit_store_errors_total{reason="${reason}"}`)).toBe(0);
  }
  expect(await trial.sample("dnstools_ratelimit_degraded")).toBe(0);
  expect(await trial.sample("dnstools_ratelimit_store_duration_seconds_count")).toBe(0);
});

test("after its end it still answers, by itself", async () => {
  await using redis = await startRedis();
  await using trial = tryLimiter({ redisUrl: redis.url, gatewayCount: 2 });
  await trial.until("ok");
  await trial.limiter.close();
  expect(trial.limiter.charge("a", 1)).toMatchObject({ granted: true, state: { limit: 30 } });
  expect(trial.lines).toEqual([]);
});
