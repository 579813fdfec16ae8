import { expect, test } from "bun:test";
import { oneOfConstants, orNull, precise } from "./generators.ts";

test("a type that may be null is a list of types", () => {
  expect(orNull({ type: "array", items: { type: "string" }, description: "x" })).toEqual({
    type: ["array", "null"],
    items: { type: "string" },
    description: "x",
  });
});

test("a nullable reference or enumeration is an anyOf with its description next to it", () => {
  expect(orNull({ $ref: "#/x", description: "x" })).toEqual({
    anyOf: [{ $ref: "#/x" }, { type: "null" }],
    description: "x",
  });
  expect(orNull({ type: "string", enum: ["a"], description: "x" })).toEqual({
    anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }],
    description: "x",
  });
});

test("constants of one type are an enumeration, others stay", () => {
  const of = (...values: readonly unknown[]) => values.map((one) => ({ const: one, type: typeof one }));
  expect(oneOfConstants({ anyOf: of(4, 6) })).toEqual({ type: "number", enum: [4, 6] });
  expect(oneOfConstants({ anyOf: of(4, "x") })).toEqual({ anyOf: of(4, "x") });
});

test("a number has 64 bits, a constant stays", () => {
  expect(precise({ type: "number" })).toEqual({ type: "number", format: "double" });
  expect(precise({ type: "number", const: 10 })).toEqual({ type: "number", const: 10 });
  expect(precise({ type: "integer" })).toEqual({ type: "integer" });
});
