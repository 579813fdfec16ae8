import { expect, test } from "bun:test";
import { commentsOf } from "./comments.ts";
import { draw } from "./draw.ts";
import { textsOf } from "./public-texts.ts";

test("the same seed draws the same items, another seed draws others", () => {
  const items = Array.from({ length: 500 }, (_, at) => at);
  expect(draw(items, 20, "a")).toEqual(draw(items, 20, "a"));
  expect(draw(items, 20, "a")).not.toEqual(draw(items, 20, "b"));
  expect(new Set(draw(items, 500, "a")).size).toBe(500);
});

test("a comment is read with the code that it describes", () => {
  const text = [
    "/** Returns the",
    " * answer. */",
    "export function answer() {}",
    "  // One,",
    "  // two.",
    '  const url = "https://example.com";',
    "let ttl = 5; // Seconds.",
  ].join("\n");
  expect(commentsOf({ path: "a.ts", text })).toEqual([
    { place: "a.ts:1", text: "Returns the answer.", context: "export function answer() {}" },
    { place: "a.ts:4", text: "One, two.", context: 'const url = "https://example.com";' },
    { place: "a.ts:7", text: "Seconds.", context: "let ttl = 5;" },
  ]);
});

test("sentences are public texts; comments, code and short strings are not", () => {
  const text = [
    '// "This comment quotes a sentence."',
    'const fix = "Publish one SPF record " +',
    '  "and no more.";',
    "const said = `The server refused the query.`;",
    'const key = "not a sentence";',
    "<p>No key is needed for this.</p>",
  ].join("\n");
  expect(textsOf({ path: "a.tsx", text }).map((one) => one.text)).toEqual([
    "Publish one SPF record and no more.",
    "The server refused the query.",
    "No key is needed for this.",
  ]);
});
