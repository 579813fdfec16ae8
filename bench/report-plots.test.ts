import { expect, test } from "bun:test";
import { apart, drawBars, drawCurves, logAxis, short } from "./report-plots.ts";

test("a log axis has round ticks around its values, at equal steps for equal ratios", () => {
  const axis = logAxis([0.6, 1, 1.7], 0, 100);
  expect(axis.ticks).toEqual([0.5, 1, 2]);
  expect([axis.at(0.5), axis.at(1), axis.at(2)]).toEqual([0, 50, 100]);
  expect(logAxis([0.05, 48], 0, 100).ticks).toEqual(
    [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50].filter((n) => [0.1, 1, 10].includes(n)),
  );
  expect(logAxis([1, 1000], 0, 90).ticks.map(logAxis([1, 1000], 0, 90).at)).toEqual([0, 30, 60, 90]);
});

test("an axis of one value still has a length", () => {
  expect(logAxis([1], 0, 100).ticks).toEqual([1, 2]);
});

test("names of curves do not cover each other", () => {
  expect(apart([{ y: 10 }, { y: 5 }, { y: 40 }], 17).map(({ y }) => y)).toEqual([5, 22, 40]);
});

test.each([
  [12_345, "12,345"],
  [48.26, "48.3"],
  [0.4932, "0.493"],
])("%p is written %p", (value, written) => {
  expect(short(value)).toBe(written);
});

test("a bar that was not measured says why, and texts are escaped", () => {
  const plot = drawBars(
    "peers & us",
    [
      { name: "a <peer>", value: 4, note: "" },
      { name: "zdns", value: null, note: "not installed" },
    ],
    "more",
  );
  expect(plot.match(/class="bar/g)).toHaveLength(1);
  expect(plot).toContain("not installed");
  expect(plot).toContain("a &lt;peer&gt;");
});

test("each curve has its points and its name", () => {
  const plot = drawCurves("growth", "calls", "ms", [
    {
      name: "dns",
      points: [
        [1, 2],
        [10, 30],
      ],
    },
  ]);
  expect(plot.match(/<circle/g)).toHaveLength(2);
  expect(plot).toContain("dns: 30");
});
