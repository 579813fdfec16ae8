import { expect, test } from "bun:test";
import { contracts, limitProblem } from "./app.ts";

const offered = contracts.map((contract) => ({ ...contract, cost: 10 }));
const problem = (units: number, gatewayCount = 1, redisUrl = "") =>
  limitProblem({ units, gatewayCount, redisUrl }, offered);

test("a limit below the most expensive tool is a problem, none and enough are not", () => {
  expect(problem(9)).toContain("at least 10");
  expect(problem(10)).toBeNull();
  expect(problem(0)).toBeNull();
});

test("each gateway's part must do where they share no store", () => {
  expect(problem(39, 4)).toContain("at least 40");
  expect(problem(40, 4)).toBeNull();
  expect(problem(39, 4, "redis://127.0.0.1:6379")).toBeNull();
});
