import { expect, test } from "bun:test";
import { readNames } from "./names.ts";

async function namesOf(...chunks: readonly string[]) {
  const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk)).values();
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { value, done } = bytes.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
  return Array.fromAsync(
    readNames(stream),
    ({ number, text, cut }) => `${number} ${text}${cut ? " cut" : ""}`,
  );
}

test("names are read over the bounds of chunks, with the numbers of their lines", async () => {
  expect(await namesOf("a.c", "om\r\n\n# no", "ne\n  b.com\t\n", "c.com")).toEqual([
    "1 a.com",
    "4 b.com",
    "5 c.com",
  ]);
  expect(await namesOf()).toEqual([]);
  expect(await namesOf("\n \n#\n")).toEqual([]);
});

test("of a line that is no name only a part is kept", async () => {
  const long = "x".repeat(5000);
  const [first, second] = await namesOf(long, long, `\n${long}`);
  expect(first).toBe(`1 ${"x".repeat(4096)} cut`);
  expect(second).toBe(`2 ${"x".repeat(4096)} cut`);
});
