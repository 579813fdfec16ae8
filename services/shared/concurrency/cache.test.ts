import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { Cache } from "./cache.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("an entry expires after the cache's TTL or after its own", () => {
  const cache = new Cache<string, string>({ max: 10, ttlMs: 1000 });
  cache.set("a", "A");
  cache.set("b", "B", 3000);
  jest.advanceTimersByTime(999);
  expect(cache.get("a")).toBe("A");
  jest.advanceTimersByTime(2);
  expect([cache.get("a"), cache.get("b")]).toEqual([undefined, "B"]);
});

test("above the maximum number of entries the least recently used entry is evicted and counted", () => {
  const cache = new Cache<string, number>({ max: 2, ttlMs: 1000 });
  cache.set("a", 1);
  cache.set("b", 2);
  cache.get("a");
  cache.set("c", 3);
  expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual([1, undefined, 3]);
  expect([cache.size, cache.evicted]).toEqual([2, 1]);
});

test("peeking at an entry does not mark it as recently used, and the entry still expires", () => {
  const cache = new Cache<string, number>({ max: 2, ttlMs: 1000 });
  cache.set("a", 1);
  cache.set("b", 2);
  expect(cache.peek("a")).toBe(1);
  cache.set("c", 3);
  expect([cache.peek("a"), cache.peek("b")]).toEqual([undefined, 2]);
  jest.advanceTimersByTime(1001);
  expect(cache.peek("b")).toBeUndefined();
});

test("above the maximum size the least recently used entries are evicted, and an entry larger than the cache is not kept", () => {
  const cache = new Cache<string, string>({
    max: 10,
    ttlMs: 1000,
    bytes: { max: 10, of: (text) => text.length },
  });
  cache.set("a", "1234");
  cache.set("b", "1234");
  cache.set("c", "1234");
  expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual([undefined, "1234", "1234"]);
  cache.set("huge", "12345678901");
  expect(cache.get("huge")).toBeUndefined();
});
