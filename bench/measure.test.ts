import { expect, test } from "bun:test";
import { median } from "./measure.ts";

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 10], 3],
  [[], Number.NaN],
])("the median of %p is %p", (values, middle) => {
  expect(median(values)).toBe(middle);
});
