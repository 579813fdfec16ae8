import { expect, test } from "bun:test";
import { createOutlet } from "./outlet.ts";

const opened = () => {
  let gone = 0;
  const outlet = createOutlet(() => {
    gone += 1;
  });
  const reader = outlet.body.getReader();
  const read = async () => {
    const { done, value } = await reader.read();
    return done ? null : new TextDecoder().decode(value);
  };
  return { ...outlet, reader, read, gone: () => gone };
};

test("what is sent comes as it is read, all that waits at once", async () => {
  const { send, sendProgress, end, read } = opened();
  const first = read();
  send("a");
  expect(await first).toBe("a");
  send("b");
  sendProgress("c");
  send("");
  send("d");
  expect(await read()).toBe("bcd");
  const last = read();
  end();
  expect(await last).toBeNull();
  send("late");
  expect(await read()).toBeNull();
});

test("what was sent before the end is read after it", async () => {
  const { send, end, read } = opened();
  send("a");
  end();
  expect([await read(), await read()]).toEqual(["a", null]);
});

test("only progress is dropped for a slow reader", async () => {
  const { send, sendProgress, end, read } = opened();
  send("start");
  for (let i = 0; i < 100_000; i++) sendProgress("<p>line</p>");
  send("report");
  end();
  const text = (await read()) ?? "";
  expect(text).toStartWith("start<p>line</p>");
  expect(text).toEndWith("<p>line</p>report");
  expect(text.length).toBeLessThan(5000);
});

test("a disconnected reader is reported once, even while a read is waiting", async () => {
  const { send, end, reader, read, gone } = opened();
  const waiting = read();
  await reader.cancel();
  expect([await waiting, gone()]).toEqual([null, 1]);
  send("thrown away");
  end();
  expect(gone()).toBe(1);
});

test("an unread body keeps the sent texts, and ending it causes no error", () => {
  const { body, send, end } = createOutlet(() => {});
  send("a");
  end();
  expect(body.locked).toBe(false);
});
