import { expect, test } from "bun:test";
import { isFlat, type Point, slopeOf, thinned } from "./soak-slope.ts";

const series = (values: readonly number[]): Point[] => values.map((value, i) => ({ hours: i / 10, value }));

test("a line has its slope and no doubt", () => {
  const slope = slopeOf(series([5, 6, 7, 8, 9, 10]));
  expect(slope?.perHour).toBeCloseTo(10);
  expect([slope?.low, slope?.high].map((one) => Math.round(one ?? 0))).toEqual([10, 10]);
});

test("the interval is that of a textbook for values without correlation", () => {
  const points = [1, 2, 3, 4, 5].map((hours, i) => ({ hours, value: [2, 4, 5, 4, 5][i] ?? 0 }));
  const slope = slopeOf(points);
  expect(slope?.perHour).toBeCloseTo(0.6, 6);
  // t(0.975; 3) = 3.182, standard error 0.2828. The expansion of the quantile is 1 % off at three degrees of freedom.
  expect(slope?.low).toBeCloseTo(-0.3, 1);
  expect(slope?.high).toBeCloseTo(1.5, 1);
});

test("values that resemble their neighbours make a wider interval", () => {
  const wave = Array.from({ length: 60 }, (_, i) => Math.sin(i / 6));
  const shuffled = wave.map((_, i) => wave[(i * 37) % 60] ?? 0);
  const width = (values: readonly number[]) => {
    const slope = slopeOf(series(values));
    return (slope?.high ?? 0) - (slope?.low ?? 0);
  };
  expect(width(wave)).toBeGreaterThan(2 * width(shuffled));
});

test("too few points, or points of one moment, have no slope", () => {
  expect(slopeOf(series([1, 2, 3]))).toBeNull();
  expect(slopeOf([1, 2, 3, 4].map((value) => ({ hours: 1, value })))).toBeNull();
});

test("flat is an interval that reaches 0, or a small growth", () => {
  expect(isFlat({ perHour: 5, low: -1, high: 11 }, 1, 1, 3)).toBe(true);
  expect(isFlat({ perHour: -5, low: -6, high: -4 }, 1, 0, -5)).toBe(true);
  expect(isFlat({ perHour: 5, low: 4, high: 6 }, 0.5, 3, 3)).toBe(true);
  expect(isFlat({ perHour: 5, low: 4, high: 6 }, 1, 3, 5)).toBe(false);
  expect(isFlat({ perHour: 5, low: -1, high: 11 }, 1, 1, 3.1)).toBe(false);
});

test("a thinned series keeps its ends", () => {
  const all = Array.from({ length: 1000 }, (_, i) => i);
  const few = thinned(all, 200);
  expect([few.length, few[0], few.at(-1)]).toEqual([200, 0, 999]);
  expect(thinned([1, 2, 3], 200)).toEqual([1, 2, 3]);
});
