import { afterEach, expect, jest, test } from "bun:test";
import { readBody } from "../read-body.ts";

const LIMITS = { maxBytes: 10, deadlineMs: 10_000 };
/** Creates a request whose body arrives in chunks and then ends or stays open. */
const sent = (pieces: readonly string[], ends = true) =>
  new Request("http://localhost/mcp", {
    method: "POST",
    body: new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        if (ends) controller.close();
      },
    }),
  });

afterEach(() => void jest.useRealTimers());

test("a body in pieces is one text, characters too that were cut", async () => {
  const bytes = new TextEncoder().encode("aü😀");
  const body = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
      controller.close();
    },
  });
  expect(await readBody(new Request("http://localhost/mcp", { method: "POST", body }), LIMITS)).toBe("aü😀");
  expect(await readBody(new Request("http://localhost/mcp", { method: "POST" }), LIMITS)).toBe("");
});

test("a body that is too large is refused while it comes", async () => {
  expect(await readBody(sent(["12345", "67890"]), LIMITS)).toBe("1234567890");
  expect(readBody(sent(["12345", "67890", "1"], false), LIMITS)).rejects.toMatchObject({
    code: "body_too_large",
  });
});

test("a body that breaks off is a client that is gone", async () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new Error("reset"));
    },
  });
  const request = new Request("http://localhost/mcp", { method: "POST", body });
  expect(readBody(request, LIMITS)).rejects.toMatchObject({ code: "client_gone" });
});

test("a body that does not end is refused after its time", async () => {
  jest.useFakeTimers();
  const read = readBody(sent(["12345"], false), LIMITS);
  jest.advanceTimersByTime(9999);
  jest.advanceTimersByTime(1);
  expect(read).rejects.toMatchObject({ code: "request_timeout" });
  await read.catch(() => {});
});
