import { afterEach, beforeEach, jest } from "bun:test";

/** Gives every test of the file a clock of its own, which stands still but for `elapse`. */
export function useFakeTime(): void {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
}

/** Lets milliseconds pass on the fake clock, and what waits for them go on at each. */
export async function elapse(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed++) {
    jest.advanceTimersByTime(1);
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  }
}
