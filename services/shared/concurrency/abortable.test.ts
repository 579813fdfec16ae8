import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { delay, onAbort, orAborted, TimeoutError, within } from "./abortable.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const NEVER = new AbortController().signal;

test("a listener is called once when the signal fires, immediately if it has already fired, and not after it was removed", () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const heard: string[] = [];
  onAbort(first.signal, () => void heard.push("first"));
  const stop = onAbort(second.signal, () => void heard.push("second"));
  stop();
  first.abort();
  second.abort();
  onAbort(first.signal, () => void heard.push("late"));
  expect(heard).toEqual(["first", "late"]);
});

test("waiting for shared work stops when the signal fires, and an error in the work reaches the caller", async () => {
  const gone = new AbortController();
  const never = orAborted(new Promise<string>(() => {}), gone.signal);
  gone.abort();
  expect(await never).toBeNull();
  expect(await orAborted(Promise.resolve("done"), NEVER)).toBe("done");
  expect(orAborted(Promise.reject(new Error("no")), NEVER)).rejects.toThrow("no");
});

test("a delay ends when its time is over or when the signal fires", async () => {
  const gone = new AbortController();
  const [full, cut] = [delay(1000, NEVER), delay(1000, gone.signal)];
  gone.abort();
  expect(await cut).toBe(false);
  jest.advanceTimersByTime(1000);
  expect(await full).toBe(true);
});

test("work that exceeds its timeout is an error, and a later rejection of the work is ignored", async () => {
  const late = Promise.withResolvers<string>();
  const waiting = within(100, late.promise);
  jest.advanceTimersByTime(100);
  expect(waiting).rejects.toBeInstanceOf(TimeoutError);
  late.reject(new Error("later"));
  expect(await within(100, Promise.resolve("done"))).toBe("done");
});
