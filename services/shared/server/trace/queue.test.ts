import { expect, jest, test } from "bun:test";
import { SendError, SpanQueue } from "./queue.ts";
import type { Span } from "./span.ts";

const span = (n: number): Span => ({
  context: { traceId: "a".repeat(32), spanId: String(n).padStart(16, "0"), sampled: true },
  parentId: null,
  links: [],
  kind: "internal",
  name: "run dns",
  startMs: 0,
  endMs: 1,
  attributes: {},
  failed: false,
});

/** Creates a queue that passes each batch to the test's function instead of sending it. */
function queueing(send: (batch: number) => Promise<void>, queueMax = 2048) {
  const batches: number[] = [];
  const states: (string | null)[] = [];
  const counts = { exported: 0, dropped: 0, failed: 0 };
  const done = Promise.withResolvers<void>();
  const queue = new SpanQueue({
    async send(spans) {
      batches.push(spans.length);
      await send(batches.length);
    },
    queueMax,
    delayMs: 1,
    counts,
    onState(error) {
      states.push(error?.message ?? null);
      if (error === null) done.resolve();
    },
  });
  const add = (count: number) => {
    for (let n = 0; n < count; n++) queue.add(span(n));
  };
  return { queue, add, batches, states, counts, back: done.promise };
}

test("many spans are sent in batches, one after the other", async () => {
  let sending = 0;
  const { queue, add, batches, counts } = queueing(async () => {
    sending += 1;
    expect(sending).toBe(1);
    await new Promise(setImmediate);
    sending -= 1;
  });
  add(1300);
  await queue.close();
  expect(batches).toEqual([512, 512, 276]);
  expect(counts).toEqual({ exported: 1300, dropped: 0, failed: 0 });
});

test("spans beyond the queue's limit, which includes those being sent, are dropped and counted", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { queue, add, counts } = queueing(() => promise, 600);
  add(700);
  expect(counts.dropped).toBe(100);
  resolve();
  await queue.close();
  expect(counts).toEqual({ exported: 600, dropped: 100, failed: 0 });
});

test("a batch is sent up to three times if a retry may help, and recovery is reported once", async () => {
  const { add, batches, states, counts, back } = queueing(async (batch) => {
    if (batch <= 4) throw new SendError("busy", true);
  });
  add(3);
  while (batches.length < 3) await Bun.sleep(1);
  add(2);
  await back;
  expect(batches).toEqual([3, 3, 3, 2, 2]);
  expect(counts).toEqual({ exported: 2, dropped: 0, failed: 3 });
  expect(states).toEqual(["busy", null]);
});

test("a rejected batch is sent only once", async () => {
  const { queue, add, batches, counts } = queueing(async () => {
    throw new SendError("answered 400", false);
  });
  add(3);
  await queue.close();
  expect(batches).toEqual([3]);
  expect(counts.failed).toBe(3);
});

test("a sender that hangs does not delay the end of the process for long", async () => {
  jest.useFakeTimers();
  const { queue, add } = queueing(() => new Promise(() => {}));
  add(1);
  let closed = false;
  const closing = queue.close().then(() => {
    closed = true;
  });
  jest.advanceTimersByTime(1500);
  await Promise.resolve();
  expect(closed).toBe(false);
  jest.advanceTimersByTime(500);
  jest.useRealTimers();
  await closing;
});
