import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { WorkProgress } from "@dnstools/core/tool/work-progress";
import type { Progress } from "../client/call.ts";
import { Follower } from "./follower.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function following(work = new WorkProgress()) {
  const told: Progress[] = [];
  const follower = new Follower(work, (progress) => void told.push(progress));
  return { work, told, follower };
}

test("before the work begins nothing is reported and no timer runs", () => {
  const { work, told } = following();
  work.total += 1;
  work.finish("SPF");
  jest.advanceTimersByTime(1000);
  expect(told).toEqual([]);
  expect(jest.getTimerCount()).toBe(0);
});

test("changes are reported at most ten times a second, and each part once", () => {
  const { work, told, follower } = following();
  follower.begin();
  for (let ms = 0; ms < 1000; ms++) {
    work.total += 1;
    if (ms % 2 === 1) work.done += 1;
    work.finish(`part ${ms % 30}`);
    jest.advanceTimersByTime(1);
  }
  follower.end();
  expect(told).toHaveLength(11);
  expect(told[0]).toEqual({ phase: "working", total: 0, done: 0 });
  expect(told[1]).toMatchObject({ total: 100, done: 50, parts: { length: 30 } });
  expect(told.slice(2).every((one) => !("parts" in one))).toBe(true);
  expect(told.at(-1)).toEqual({ phase: "working", total: 1000, done: 500 });
});

test("nothing is reported without a change or after the end", () => {
  const { work, told, follower } = following();
  follower.begin();
  jest.advanceTimersByTime(1000);
  expect(told).toHaveLength(1);
  follower.end();
  work.total += 1;
  jest.advanceTimersByTime(1000);
  expect(told).toHaveLength(1);
  expect(jest.getTimerCount()).toBe(0);
});

test("a call that joins late is told all finished parts, and then further changes", () => {
  const early = following();
  early.follower.begin();
  const { work } = early;
  Object.assign(work, { total: 5, done: 4 });
  work.finish("MX");
  work.finish("SPF");
  const late = following(work);
  late.follower.begin();
  expect(late.told).toEqual([{ phase: "working", total: 5, done: 4, parts: ["MX", "SPF"] }]);
  work.finish("DKIM");
  work.finish("MX");
  jest.advanceTimersByTime(100);
  expect(late.told.at(-1)).toEqual({ phase: "working", total: 5, done: 4, parts: ["DKIM"] });
  expect(early.told.at(-1)).toEqual({ phase: "working", total: 5, done: 4, parts: ["MX", "SPF", "DKIM"] });
  early.follower.end();
  late.follower.end();
});

test("names of parts are limited in length and number, and contain no invisible characters", () => {
  const work = new WorkProgress();
  for (let i = 0; i < 1000; i++) work.finish(`${i}\u202e\u001b ${"x".repeat(1000)}`);
  const parts = work.partsFrom(0);
  expect(parts).toHaveLength(100);
  expect(parts[1]).toStartWith("1?? x");
  expect(JSON.stringify(parts).length).toBeLessThan(10_000);
});
