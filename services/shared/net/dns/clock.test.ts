import { expect, jest, test } from "bun:test";
import { useFakeTime } from "../test/fake-time.ts";
import { Clock } from "./clock.ts";

useFakeTime();

test("the clock ticks while its callback returns true, and can be started again", () => {
  let left = 3;
  const stoodStill: number[] = [];
  const clock = new Clock((_now, stoodStillMs) => {
    stoodStill.push(stoodStillMs);
    left -= 1;
    return left > 0;
  });
  expect(clock.isRunning).toBe(false);
  clock.start();
  clock.start();
  jest.advanceTimersByTime(59);
  expect([stoodStill.length, clock.isRunning]).toEqual([2, true]);
  jest.advanceTimersByTime(1);
  expect([stoodStill, clock.isRunning]).toEqual([[0, 0, 0], false]);
  jest.advanceTimersByTime(100);
  expect(stoodStill).toHaveLength(3);
  left = 1;
  clock.start();
  jest.advanceTimersByTime(20);
  expect([stoodStill.length, clock.isRunning]).toEqual([4, false]);
});
