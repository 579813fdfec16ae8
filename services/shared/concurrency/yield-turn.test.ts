import { expect, test } from "bun:test";
import { createTurns, type YieldTurn, yieldTurn } from "./yield-turn.ts";

/** Returns the order in which three pieces of work, and the turns after the first, begin. */
async function orderOf(shareMs: number, work: () => void): Promise<readonly string[]> {
  const takeTurn = createTurns(shareMs);
  const order: string[] = [];
  let ended = false;
  const all = ["a", "b", "c"].map(async (name) => {
    await takeTurn(new AbortController().signal);
    order.push(name);
    work();
  });
  const turn = () => {
    order.push("turn");
    if (!ended) setImmediate(turn);
  };
  setImmediate(turn);
  await Promise.all(all);
  ended = true;
  return order;
}

test("short pieces of work share a turn until its time is used", async () => {
  expect(await orderOf(1000, () => {})).toEqual(["a", "b", "c"]);
  const untilUsed = () => {
    for (const start = performance.now(); performance.now() - start < 2; );
  };
  expect(await orderOf(1, untilUsed)).toEqual(["a", "turn", "b", "turn", "c"]);
});

test("work of one kind does not wait for work of another", async () => {
  const [own, other] = [createTurns(0), createTurns(1000)];
  const { signal } = new AbortController();
  const order: string[] = [];
  const ask = async (takeTurn: YieldTurn, name: string) => {
    await takeTurn(signal);
    order.push(name);
  };
  await Promise.all([ask(own, "a"), ask(own, "b"), ask(own, "c"), ask(other, "other")]);
  expect(order.indexOf("other")).toBeLessThan(order.indexOf("b"));
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
