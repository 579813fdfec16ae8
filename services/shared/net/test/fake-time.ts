import { afterEach, beforeEach, jest } from "bun:test";

/** Installs a fake clock for every test of the file. The clock moves only when the test advances it. */
export function useFakeTime(): void {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
}

/** Advances the fake clock in steps of a millisecond, and lets promises settle after each step. */
export async function elapse(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed++) {
    jest.advanceTimersByTime(1);
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  }
}
