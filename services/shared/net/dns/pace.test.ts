import { expect, test } from "bun:test";
import { createPace } from "./pace.ts";

test("a second's worth goes at once, and a flood is turned away instead of waiting for ever", async () => {
  const pace = createPace(10);
  const now = Promise.all(Array.from({ length: 10 }, () => pace.enter("192.0.2.1")));
  expect((await now).every((turn) => turn !== null)).toBe(true);
  const flood = Array.from({ length: 100 }, () => pace.enter("192.0.2.1"));
  // Two seconds' worth waits; of the others each is told at once.
  const last = await Promise.all(flood.slice(30));
  expect(last.every((turn) => turn === null)).toBe(true);
  expect(await pace.enter("192.0.2.2")).not.toBeNull();
});

test("one that ends lets the next in; 0 lifts the pace, not the number under way", async () => {
  const pace = createPace(0);
  const turns = await Promise.all(Array.from({ length: 64 }, () => pace.enter("192.0.2.1")));
  const next = pace.enter("192.0.2.1");
  turns[0]?.leave();
  expect(await next).not.toBeNull();
});

test("waiting for one that does not end has an end", async () => {
  const pace = createPace(0);
  await Promise.all(Array.from({ length: 64 }, () => pace.enter("192.0.2.1")));
  const start = performance.now();
  const waiting = Array.from({ length: 300 }, () => pace.enter("192.0.2.1"));
  expect((await Promise.all(waiting)).filter((turn) => turn !== null)).toEqual([]);
  expect(performance.now() - start).toBeLessThan(2500);
});
