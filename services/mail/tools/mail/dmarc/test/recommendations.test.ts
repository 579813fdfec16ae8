import { expect, test } from "bun:test";
import { compareWalks, followRecommendations } from "./random-records.ts";

// The same over many more domains: remedies.all.test.ts.

test("what a remedy claims to cure is gone once it is followed, and no new error comes", () => {
  expect(followRecommendations(400, 20_261_121).size).toBeGreaterThan(18);
});

test("RFC 9989 4.10.1: what is said of names below a domain is what a walk from there comes to", () => {
  expect(compareWalks(400, 9989)).toBeGreaterThan(200);
});
