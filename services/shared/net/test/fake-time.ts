import { afterEach, beforeEach, jest } from "bun:test";

/** Gives every test of the file a fake clock, which moves only when the test advances it. */
export function useFakeTime(): void {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
}

/** Advances the fake clock millisecond by millisecond, and lets promises settle after each. */
export async function elapse(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed++) {
    jest.advanceTimersByTime(1);
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  }
}
