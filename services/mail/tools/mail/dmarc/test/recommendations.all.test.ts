import { expect, test } from "bun:test";
import { compareWalks, followRecommendations } from "./random-records.ts";

test("for 5000 domains, the findings of a recommendation disappear once it is followed, and no new error appears", () => {
  expect(followRecommendations(5000, 20_261_122).size).toBeGreaterThan(18);
});

test("RFC 9989 4.10.1: for 5000 domains, the policy for names below is the result of a tree walk from there", () => {
  expect(compareWalks(5000, 9990)).toBeGreaterThan(2500);
});
