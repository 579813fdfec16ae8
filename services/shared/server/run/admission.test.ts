import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { createMetrics } from "../metrics/metrics.ts";
import { Admission } from "./admission.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** The default limits (SERVICE_CONCURRENCY, QUEUE_WAIT_MS), with which 106 calls of cost 3 run at once. */
const LIMITS = { capacity: 320, perCaller: 240, perTarget: 8, queueWaitMs: 5000 };
const INSIDE = 106;

function open() {
  const metrics = createMetrics({ version: "1", revision: "r", target: "network" });
  const admission = new Admission({ ...LIMITS, metrics: metrics.admission("service", "network") });
  let callers = 0;
  /** Lets calls of other callers enter at once. @returns the number of those that were refused at once */
  const enter = async (count: number, { cost = 3, target = "" } = {}) => {
    let refused = 0;
    for (let i = 0; i < count; i++) {
      const call = { caller: `caller ${callers++}`, target, cost, waitedMs: 0 };
      void Promise.resolve(admission.enter(call, new AbortController().signal)).catch(() => refused++);
    }
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    return refused;
  };
  return { enter };
}

test("an idle service keeps five hundred calls that come at once, as many as can begin in time", async () => {
  const { enter } = open();
  expect(await enter(500)).toBe(0);
  const waiting = Math.floor((0.8 * LIMITS.queueWaitMs) / (3 * 3));
  expect(await enter(200)).toBe(700 - INSIDE - waiting);
});

test("a queue that has lasted grows no longer than the calls that end", async () => {
  const { enter } = open();
  expect(await enter(INSIDE + 200)).toBe(0);
  jest.advanceTimersByTime(2001);
  expect(await enter(10)).toBe(10);
});

test("light and heavy calls share one bound, so that a queue of light calls leaves no more time for heavy ones", async () => {
  const { enter } = open();
  expect(await enter(LIMITS.capacity, { cost: 1 })).toBe(0);
  const units = Math.floor((0.8 * LIMITS.queueWaitMs) / 3);
  expect(await enter(units, { cost: 1 })).toBe(0);
  expect([await enter(5, { cost: 3 }), await enter(5, { cost: 1 })]).toEqual([5, 5]);
});

test("a call that waits for its target is not the beginning of a queue for capacity", async () => {
  const { enter } = open();
  expect(await enter(LIMITS.perTarget + 1, { target: "slow.example" })).toBe(0);
  jest.advanceTimersByTime(2001);
  expect(await enter(500)).toBe(0);
});
