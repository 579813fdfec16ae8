import { test } from "bun:test";
import { mutate } from "./test/mutate.ts";

test("twenty thousand mutated responses: none throws, and none is valid with other content", () =>
  mutate(20_000, 24, [8, 13, 15]));

test("two hundred mutated responses with slow algorithms", () => mutate(200, 24, [5, 7, 10, 14, 16]));
