import { expect, test } from "bun:test";
import { compareWalks, followRecommendations } from "./random-records.ts";

// recommendations.all.test.ts runs the same checks with many more domains.

test("the findings of a recommendation disappear once it is followed, and no new error appears", () => {
  expect(followRecommendations(400, 20_261_121).size).toBeGreaterThan(18);
});

test("RFC 9989 4.10.1: the policy for names below a domain is the result of a tree walk from there", () => {
  expect(compareWalks(400, 9989)).toBeGreaterThan(200);
});
