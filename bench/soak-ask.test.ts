import { expect, test } from "bun:test";
import { codeOf } from "./soak-ask.ts";

test.each([
  [
    200,
    "text/html; charset=utf-8",
    '<span class="tag">500</span> <code>internal_error</code>',
    "internal_error",
  ],
  [503, "application/problem+json", '{"code":"overloaded"}', "overloaded"],
  [200, "text/event-stream", '\nevent: problem\ndata: {"code":"timeout"}\n\n', "timeout"],
  [200, "application/json", '{"code":"a"}', ""],
])("a %p of the type %p has its code", (status, type, text, code) => {
  expect(codeOf({ status, type, text })).toBe(code);
});
