import { expect, test } from "bun:test";
import { yieldTurn } from "./yield-turn.ts";

test("one waiter proceeds per event loop turn, in order, and a cancelled waiter leaves the queue", async () => {
  const NEVER = new AbortController().signal;
  const gone = new AbortController();
  const order: string[] = [];
  let rounds = 0;
  const count = () => {
    rounds += 1;
    if (order.length < 3) setImmediate(count);
  };
  setImmediate(count);
  const turns = ["a", "b", "gone", "c"].map(async (name) => {
    if (await yieldTurn(name === "gone" ? gone.signal : NEVER)) order.push(name);
  });
  gone.abort();
  await Promise.all(turns);
  expect(order).toEqual(["a", "b", "c"]);
  expect(rounds).toBeGreaterThanOrEqual(2);
  expect(await yieldTurn(AbortSignal.abort())).toBe(false);
});
