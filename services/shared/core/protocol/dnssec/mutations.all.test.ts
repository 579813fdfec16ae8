import { test } from "bun:test";
import { mutate } from "./test/mutate.ts";

/** A quarter of a million mutations per test, well within the time limit of a test. */
test.each([1, 2, 3, 4])(
  "a million mutated answers, part %d of 4: none is valid with another content",
  (seed) => mutate(250_000, seed, [8, 13, 15]),
);
