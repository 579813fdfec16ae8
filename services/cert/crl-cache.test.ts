import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import type { Crl } from "@dnstools/core/protocol/x509/crl";
import { createCrlCache } from "./crl-cache.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Creates a list with only the fields that the cache reads. */
const list = (nextUpdate: number | null, bytes = 100) =>
  ({ nextUpdate, signed: { data: { bytes: new Uint8Array(bytes) } } }) as unknown as Crl;

test("a list is cached until its next update and for at most an hour, so that a revocation shows on the same day", () => {
  const seconds = () => 1_000_000 + performance.now() / 1000;
  const now = seconds();
  const cache = createCrlCache(seconds);
  const [week, soon] = [list(now + 7 * 86_400), list(now + 60)];
  cache.put("week", week);
  cache.put("soon", soon);
  cache.put("never", list(null));
  cache.put("past", list(now));
  expect(["week", "soon", "never", "past"].map((url) => cache.get(url))).toEqual([week, soon, null, null]);
  jest.advanceTimersByTime(60_000);
  expect([cache.get("week"), cache.get("soon")]).toEqual([week, null]);
  jest.advanceTimersByTime(3_541_000);
  expect(cache.get("week")).toBeNull();
});

test("beyond the bound of bytes the least recently used lists go first", () => {
  const cache = createCrlCache(() => 0);
  const big = list(1, 16_000_000);
  for (const url of ["a", "b", "c"]) cache.put(url, big);
  expect(["a", "b", "c"].map((url) => cache.get(url) === big)).toEqual([false, true, true]);
});
