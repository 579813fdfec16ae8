import { expect, test } from "bun:test";
import { SingleFlight } from "./single-flight.ts";

/** Returns work that ends only when the test resolves or rejects it. */
function work() {
  const begun: AbortSignal[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const begin = (signal: AbortSignal) => {
    begun.push(signal);
    return promise;
  };
  return { begun, begin, resolve, reject };
}

test("concurrent callers share one run, and a later caller starts a new run", async () => {
  const flight = new SingleFlight<string, string>();
  const { begun, begin, resolve } = work();
  const both = [flight.join("a", begin), flight.join("a", begin)];
  expect([begun.length, flight.has("a")]).toEqual([1, true]);
  resolve("done");
  expect(await Promise.all(both)).toEqual(["done", "done"]);
  expect(flight.has("a")).toBe(false);
  await flight.join("a", begin);
  expect(begun.length).toBe(2);
});

test("an error reaches all callers, and a later caller starts a new run", async () => {
  const flight = new SingleFlight<string, string>();
  const { begin, reject } = work();
  const both = [flight.join("a", begin), flight.join("a", begin)];
  reject(new Error("no"));
  const ended = await Promise.allSettled(both);
  expect(ended.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(flight.has("a")).toBe(false);
});

test("the work continues when one caller leaves, and is cancelled when the last one leaves", async () => {
  const flight = new SingleFlight<string, string>();
  const { begun, begin } = work();
  const [first, last] = [new AbortController(), new AbortController()];
  const [one, other] = [flight.join("a", begin, first.signal), flight.join("a", begin, last.signal)];
  first.abort();
  expect(await one).toBeNull();
  expect([begun[0]?.aborted, flight.has("a")]).toEqual([false, true]);
  last.abort();
  expect(await other).toBeNull();
  expect([begun[0]?.aborted, flight.has("a")]).toEqual([true, false]);
});
