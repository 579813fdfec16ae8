import { expect, test } from "bun:test";
import { type Schema, typeWords } from "./fields.tsx";

const text: Schema = { type: "string" };
const none: Schema = { type: "null" };

test.each<[Schema, string]>([
  [text, "text"],
  [{ anyOf: [text, none] }, "text or null"],
  [{ anyOf: [{ type: "array", items: text }, none] }, "list of texts or null"],
  [{ type: "array", items: { type: "object", properties: {} } }, "list of objects"],
  [{ anyOf: [{ const: 4 }, { const: 6 }] }, "number"],
  [{ anyOf: [{ type: "integer" }, { type: "object" }] }, "integer or object"],
  [none, ""],
])("%j is %p", (schema, words) => {
  expect(typeWords(schema)).toBe(words);
});
