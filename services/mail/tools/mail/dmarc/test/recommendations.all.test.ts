import { expect, test } from "bun:test";
import { compareWalks, followRecommendations } from "./random-records.ts";

test("the findings of a recommendation disappear once it is followed, and no new error comes, of 5000 domains", () => {
  expect(followRecommendations(5000, 20_261_122).size).toBeGreaterThan(18);
});

test("RFC 9989 4.10.1: the policy for names below a domain is the result of a tree walk from there, of 5000 domains", () => {
  expect(compareWalks(5000, 9990)).toBeGreaterThan(2500);
});
