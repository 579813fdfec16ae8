import { expect, test } from "bun:test";
import { distance } from "./distance.ts";

const DAY = 86_400_000;

test.each([
  [80 * DAY - 60_000, "in 80 days"],
  [-1.5 * DAY, "36 h ago"],
  [DAY, "in 24 h"],
  [900 * DAY, "in 2 years"],
  [600 * DAY, "in 600 days"],
  [90 * 60_000, "in 90 min"],
  [3 * 3_600_000, "in 3 h"],
  [-20_000, "20 s ago"],
  [0, "in 0 s"],
])("%d ms are %s", (ms, words) => {
  expect(distance(ms)).toBe(words);
});
