import { expect, test } from "bun:test";
import { contracts, limitProblem } from "./app.ts";

test("a limit below the dearest tool is a problem, none and enough are not", () => {
  const offered = contracts.map((contract) => ({ ...contract, cost: 10 }));
  expect(limitProblem(9, offered)).toContain("at least 10");
  expect(limitProblem(10, offered)).toBeNull();
  expect(limitProblem(0, offered)).toBeNull();
});
