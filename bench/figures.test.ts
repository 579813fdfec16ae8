import { expect, test } from "bun:test";
import { type Bound, keeps, readFigures } from "./figures.ts";

test.each([
  [1.1, "<= 1.1", true],
  [1.11, "<= 1.1", false],
  [1, "< 1", false],
  [0.5, ">= 0.5", true],
  [5, "> 5", false],
  [0, "= 0", true],
  [Number.NaN, "<= 1", false],
] satisfies [number, Bound, boolean][])("%p %s: %p", (measured, bound, kept) => {
  expect(keeps(measured, bound)).toBe(kept);
});

test("a goal without a value has none when it is read, too", () => {
  const line = JSON.stringify({
    kind: "goal",
    what: "of alone",
    measured: Number.NaN,
    unit: "×",
    bound: "<= 1.3",
  });
  expect(readFigures(line)).toMatchObject([{ measured: Number.NaN }]);
});

test("a line that was not finished is left out", () => {
  const run = { kind: "run", date: "2026-11-24", commit: "68f36439", what: "a soak" } as const;
  expect(readFigures(`${JSON.stringify(run)}\n{"kind":"go`)).toEqual([run]);
});
