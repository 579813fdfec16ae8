import { expect, test } from "bun:test";
import { mutateAll } from "./test/hostile.ts";

/** Each test runs a quarter of the mutations, so that it stays well below the time limit of a test. */
test.each([1, 2, 3, 4])(
  "100,000 mutated texts, part %d of 4: none comes to the opposite of what it was made from",
  (seed) => {
    const { wrong, count } = mutateAll(26, seed);
    expect(count).toBeGreaterThanOrEqual(25_000);
    expect(wrong.slice(0, 3)).toEqual([]);
  },
);
