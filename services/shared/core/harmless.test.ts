import { expect, test } from "bun:test";
import { harmless, harmlessJson, isShellWord, printable } from "./harmless.ts";

/** Characters that affect a terminal or mislead a reader, each between two letters. */
const HOSTILE = [
  "a\u001b[31mb",
  "a\u009b31mb",
  "a\u0007b",
  "a\rb",
  "a\nb",
  "a\u007fb",
  "a\u0085b",
  "a\u202eb",
  "a\u2066b",
  "a\u200bb",
  "a\u200db",
  "a\ufeffb",
  "a\u00adb",
  "a\u2028b",
  "a\u2029b",
  "a\u115fb",
  "a\u3164b",
  "a\ufe0fb",
  "a\u{e0041}b",
  "a\ud800b",
];

test.each(HOSTILE)("an invisible character is shown as an escape: %j", (text) => {
  const shown = harmless(text);
  expect(shown).toMatch(/^[\x20-\x7e]+$/);
  expect(JSON.parse(`"${shown}"`)).toBe(text);
  expect(printable(text)).not.toContain(text.slice(1, 2));
});

test.each(HOSTILE)("JSON keeps its value, and every invisible character in it is escaped: %j", (text) => {
  const json = harmlessJson(JSON.stringify({ text }, null, 2));
  expect(JSON.parse(json)).toEqual({ text });
  expect(json.replaceAll("\n", "")).toMatch(/^[\x20-\x7e]+$/);
});

test("letters of all scripts stay as they are", () => {
  const text = "Bücher 例え ελληνικά עברית 😀";
  expect(harmless(text)).toBe(text);
  expect(harmlessJson(JSON.stringify(text))).toBe(JSON.stringify(text));
});

test.each(["example.com", "2001:db8::1", "_dmarc.example.com.", "IN-ADDR.arpa"])(
  "%s is safe in a shell command",
  (word) => {
    expect(isShellWord(word)).toBe(true);
  },
);

test.each([
  "",
  "-rf",
  "a b",
  "$(id)",
  "`id`",
  "a;b",
  "a\nb",
  "*.example.com",
  "a'b",
  "ä.de",
  "+short",
  "@x",
  "a/b",
])("%j is not safe in a shell command", (word) => {
  expect(isShellWord(word)).toBe(false);
});
