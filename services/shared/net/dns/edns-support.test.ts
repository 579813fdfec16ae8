import { expect, test } from "bun:test";
import { elapse, useFakeTime } from "../test/fake-time.ts";
import { EdnsSupport } from "./edns-support.ts";

useFakeTime();

const ADDRESS = "192.0.2.1";

test("a resolver that answers only queries without EDNS gets no others, until EDNS is tried again", async () => {
  const support = new EdnsSupport();
  for (const _ of [1, 2, 3]) {
    expect([support.isUsed(ADDRESS), support.isKnown(ADDRESS)]).toEqual([true, false]);
    support.note(ADDRESS, false);
  }
  expect(support.isUsed(ADDRESS)).toBe(false);
  await elapse(600_001);
  expect(support.isUsed(ADDRESS)).toBe(true);
});

test("a resolver that has answered with EDNS keeps it", () => {
  const support = new EdnsSupport();
  support.note(ADDRESS, true);
  for (const _ of [1, 2, 3]) support.note(ADDRESS, false);
  expect([support.isUsed(ADDRESS), support.isKnown(ADDRESS)]).toEqual([true, true]);
});
