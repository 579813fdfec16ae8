import { expect, test } from "bun:test";
import type { Crl } from "@dnstools/core/protocol/x509/crl";
import { createCrlCache } from "./crl-cache.ts";

/** A list of which only what the cache reads is there. */
const list = (nextUpdate: number | null, bytes = 100) =>
  ({ nextUpdate, signed: { data: { bytes: new Uint8Array(bytes) } } }) as unknown as Crl;

test("a list is kept until the next one is there, and for an hour at most: what is revoked today is told today", () => {
  let now = 1_000_000;
  const cache = createCrlCache(() => now);
  const [week, soon] = [list(now + 7 * 86_400), list(now + 60)];
  cache.put("week", week);
  cache.put("soon", soon);
  cache.put("never", list(null));
  cache.put("past", list(now));
  expect(["week", "soon", "never", "past"].map((url) => cache.get(url))).toEqual([week, soon, null, null]);
  now += 60;
  expect([cache.get("week"), cache.get("soon")]).toEqual([week, null]);
  now += 3540;
  expect(cache.get("week")).toBeNull();
});

test("of more bytes than are kept the oldest go first", () => {
  const cache = createCrlCache(() => 0);
  const big = list(1, 16_000_000);
  for (const url of ["a", "b", "c"]) cache.put(url, big);
  expect(["a", "b", "c"].map((url) => cache.get(url) === big)).toEqual([false, true, true]);
});
