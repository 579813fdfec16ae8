import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { hashOf, idOf, isId, isKey, KEY_LENGTH, makeKey, withoutKeys } from "./key.ts";

const LETTERS = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];
/**
 * A fixed key, which shows that the key format does not change: a key that was issued once must remain valid in all
 * later versions.
 */
const OLD = "dnst_TFcYHVg9zSDiTnoKH03oc1ZZL764WmWIGljZEW0g0potkoLXPUsnb3ZZiiH";

test("a key has 64 characters, an id in front and the CRC-32 of all before it at the end", () => {
  for (let i = 0; i < 500; i++) {
    const { text, id } = makeKey();
    expect(text).toMatch(/^dnst_[0-9A-Za-z]{59}$/);
    expect(text).toHaveLength(KEY_LENGTH);
    expect(isKey(text)).toBe(true);
    expect(idOf(text)).toBe(id);
    expect(isId(id)).toBe(true);
    const end = [...text.slice(-6)].reduce((value, letter) => value * 62 + LETTERS.indexOf(letter), 0);
    expect(end).toBe(crc32(text.slice(0, -6)));
  }
});

test("a key issued by the first version is still accepted", () => {
  expect(isKey(OLD)).toBe(true);
  expect(idOf(OLD)).toBe("TFcYHVg9zS");
});

test("no two keys are alike, and every character of the secret is used at every place", () => {
  const keys = Array.from({ length: 5000 }, () => makeKey().text);
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(keys.map(idOf)).size).toBe(keys.length);
  // The loop omits the first character of the secret: it encodes the highest bits of a 256-bit number, so it is only 0
  // to d.
  for (let index = 16; index < 58; index++)
    expect(new Set(keys.map((key) => key[index])).size).toBe(LETTERS.length);
});

test("every single mistyped character is caught", () => {
  const { text } = makeKey();
  for (let index = 0; index < text.length; index++) {
    for (const letter of [...LETTERS, "_", "-", " ", "é"]) {
      if (letter === text[index]) continue;
      const typo = text.slice(0, index) + letter + text.slice(index + 1);
      if (isKey(typo)) throw new Error(`${letter} at ${index} is not caught`);
    }
  }
  expect(isKey(text)).toBe(true);
});

test("two swapped characters, one too many and one too few are caught", () => {
  for (let i = 0; i < 50; i++) {
    const { text } = makeKey();
    for (let index = 0; index < text.length; index++) {
      const [a = "", b = ""] = text.slice(index, index + 2);
      if (a !== b && b !== "")
        expect(isKey(text.slice(0, index) + b + a + text.slice(index + 2))).toBe(false);
      expect(isKey(text.slice(0, index) + text.slice(index + 1))).toBe(false);
      expect(isKey(text.slice(0, index) + a + text.slice(index))).toBe(false);
    }
  }
});

test.each([
  "",
  "dnst_",
  ` ${OLD}`,
  `${OLD}\n`,
  `${OLD}, ${OLD}`,
  OLD.toUpperCase(),
  OLD.replace("dnst_", "sk_"),
])("%j is no key", (text) => {
  expect(isKey(text)).toBe(false);
});

test("the hash is SHA-256 of the whole key", () => {
  expect(hashOf(OLD).toHex()).toBe(createHash("sha256").update(OLD).digest("hex"));
});

test.each([OLD, OLD.slice(5), OLD.slice(15), OLD.slice(0, 40), `${OLD.slice(0, 63)}!`])(
  "of %s nothing is shown",
  (text) => {
    const shown = withoutKeys(`there is no "${text}" here`);
    expect(shown).toContain("(a key, not shown)");
    expect(shown).not.toContain(OLD.slice(20, 30));
  },
);

test("an id is shown", () => {
  expect(withoutKeys("key TFcYHVg9zS, dnst_TFcYHVg9zS")).toBe("key TFcYHVg9zS, dnst_TFcYHVg9zS");
});
