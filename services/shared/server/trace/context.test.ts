import { expect, test } from "bun:test";
import { newSpanId, newTraceId, readTraceparent, writeTraceparent } from "./context.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";

test.each([
  [`00-${TRACE}-${SPAN}-01`, true],
  [`00-${TRACE}-${SPAN}-00`, false],
  // Only the last bit of the flags decides whether the span is sampled, so fe means not sampled.
  [`00-${TRACE}-${SPAN}-fe`, false],
  [`00-${TRACE}-${SPAN}-ff`, true],
  [`01-${TRACE}-${SPAN}-01-more`, true],
])("%s is a valid traceparent", (text, sampled) => {
  expect(readTraceparent(text)).toEqual({ traceId: TRACE, spanId: SPAN, sampled });
});

test.each([
  null,
  "",
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE}-${SPAN}-01-`,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${"0".repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01\n`,
  `00-${TRACE.slice(1)}g-${SPAN}-01`,
  `00 ${TRACE} ${SPAN} 01`,
])("%j is not a valid traceparent", (text) => {
  expect(readTraceparent(text)).toBeNull();
});

test("a formatted traceparent is parsed again, and IDs are unique", () => {
  const all = Array.from({ length: 1000 }, () => ({
    traceId: newTraceId(),
    spanId: newSpanId(),
    sampled: false,
  }));
  for (const one of all) expect(readTraceparent(writeTraceparent(one))).toEqual(one);
  expect(new Set(all.flatMap(({ traceId, spanId }) => [traceId, spanId])).size).toBe(2000);
});
