import { expect, test } from "bun:test";
import { yieldTurn } from "./yield-turn.ts";

/** Returns the order in which waiters enter and new turns begin. */
async function orderOf(work: () => void, shares: readonly number[]): Promise<readonly string[]> {
  const order: string[] = [];
  const turns = shares.map(async (shareMs, at) => {
    await yieldTurn(new AbortController().signal, shareMs);
    order.push(String(at));
    work();
  });
  const turn = () => {
    if (order.length < 20) setImmediate(turn);
    order.push("turn");
  };
  setImmediate(turn);
  await Promise.all(turns);
  return order;
}

test("waiters share a turn until its time is used, unless one wants a turn in which no other has worked", async () => {
  expect(await orderOf(() => {}, [1000, 1000, 0, 1000])).toEqual(["0", "1", "turn", "2", "3"]);
  const until = () => {
    for (const start = performance.now(); performance.now() - start < 2; );
  };
  expect(await orderOf(until, [1, 1])).toEqual(["0", "turn", "1"]);
});

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
