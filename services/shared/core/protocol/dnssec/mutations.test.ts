import { test } from "bun:test";
import { mutate } from "./test/mutate.ts";

test("twenty thousand mutated answers: none throws, and none is valid with another content", () =>
  mutate(20_000, 24, [8, 13, 15]));

test("two hundred mutated answers of algorithms that take longer", () => mutate(200, 24, [5, 7, 10, 14, 16]));
