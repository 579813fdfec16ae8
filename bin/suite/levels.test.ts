import { expect, test } from "bun:test";
import { includes, LEVELS, levelOf, PACKAGE_LISTS, UNPACKED } from "./levels.ts";

test.each([
  ["gateway/app.test.ts", "unit"],
  ["gateway/test/limits.lab.test.ts", "lab"],
  ["deploy/test/containers.all.test.ts", "all"],
  ["lab/plan/plan.test.ts", "unit"],
] as const)("%s is a file of the level %s", (file, level) => expect(levelOf(file)).toBe(level));

test("each level also runs the files of the levels before it, and installs what they need", () => {
  for (const [at, level] of LEVELS.entries()) {
    expect(LEVELS.filter((other) => includes(level, other))).toEqual(LEVELS.slice(0, at + 1));
    for (const other of LEVELS.slice(0, at)) {
      expect(PACKAGE_LISTS[level]).toEqual(expect.arrayContaining([...PACKAGE_LISTS[other]]));
      expect(UNPACKED[level]).toEqual(expect.arrayContaining([...UNPACKED[other]]));
    }
  }
});

test("the unit level installs nothing", () => {
  expect([PACKAGE_LISTS.unit, UNPACKED.unit]).toEqual([[], []]);
});
