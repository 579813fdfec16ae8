import { expect, test } from "bun:test";
import { expandMacros, parseMacroString } from "./macro.ts";

function expand(text: string, domain = "Email.Example.com", sender = "strong.example.net"): string | null {
  const read = parseMacroString(text);
  if (!read.ok) throw new Error(read.message);
  return expandMacros(read.pieces, { domain, sender });
}

/**
 * The examples of RFC 7208 7.4 that do not depend on a message, and similar ones. The expected name is null if a
 * message is needed.
 */
const expanded: readonly (readonly [text: string, name: string | null, says: string])[] = [
  ["%{d}", "email.example.com", "7.2: the domain evaluated now"],
  ["%{o}", "strong.example.net", "7.2: the sender's domain"],
  ["%{D}", "email.example.com", "7.3: a capital letter is the same value, escaped for URLs"],
  ["%{d4}", "email.example.com", "7.3: fewer parts than are to be kept"],
  ["%{d3}", "email.example.com", "7.3"],
  ["%{d2}", "example.com", "7.3: from the right"],
  ["%{d1}", "com", "7.3"],
  ["%{dr}", "com.example.email", "7.3: reversed"],
  ["%{d2r}", "example.email", "7.3: reversed before the right-most are kept"],
  ["%{d1R}", "email", "7.3: r in any case"],
  ["%{d999999999999}", "email.example.com", "7.3: many parts"],
  ["%{d-}", "email.example.com", "7.3: another delimiter than the dot"],
  ["%{d.}", "email.example.com", "7.3: the dot by name"],
  ["%{da}", null, "7.1: no delimiter"],
  ["a%%b%_c%-.%{d1}", "a%b c%20.com", "7.2: escapes"],
  ["_spf.%{d}.", "_spf.email.example.com", "7.3: a dot at the end is ignored"],
  ["A.Example", "a.example", "RFC 4343: names without regard to case"],
  ["%{i}.x", null, "7.2: the client"],
  ["%{s}", null, "7.2: the sender"],
  ["%{l}.x", null, "7.2: the mailbox"],
  ["%{p}", null, "7.2: the client's name"],
  ["%{v}.x", null, "7.2: in-addr or ip6"],
  ["%{h}", null, "7.2: HELO"],
];

test.each(expanded.filter(([text]) => text !== "%{da}"))("%s is %p (RFC 7208 %s)", (text, name) => {
  expect(expand(text)).toBe(name);
});

test("RFC 7208 7.3: parts are cut at every delimiter, and joined by dots", () => {
  expect(expand("%{d-}", "a-b.c-d")).toBe("a.b.c.d");
  expect(expand("%{d1-}", "a-b.c-d")).toBe("d");
  expect(expand("%{dr-.}", "a-b.c-d")).toBe("d.c.b.a");
  expect(expand("%{d_+,/=}", "a_b.c")).toBe("a.b.c");
});

test("RFC 7208 7.3: names over 253 characters lose labels from the left", () => {
  const long = Array.from({ length: 30 }, (_, i) => `label-${i}xx`).join(".");
  const name = expand(`%{d}.${long}.example.com`) ?? "";
  expect(name.length).toBeLessThanOrEqual(253);
  expect(name.length).toBeGreaterThan(240);
  expect(`email.example.com.${long}.example.com`.endsWith(`.${name}`)).toBe(true);
  const label = "x".repeat(300);
  expect(expand(`${label}.com`)).toBe("com");
  expect(expand(`a.${label}`)).toBe(label);
});

/** Invalid macro-strings, with the offset and kind of the error (RFC 7208 7.1, 7.2). */
const wrong: readonly (readonly [text: string, at: number, message: RegExp])[] = [
  ["%", 0, /does not begin a valid macro/],
  ["a%b", 1, /does not begin a valid macro/],
  ["%{d", 0, /does not begin a valid macro/],
  ["%{d}%{", 4, /does not begin a valid macro/],
  ["%{da}", 0, /does not begin a valid macro/],
  ["%{d-2}", 0, /does not begin a valid macro/],
  ["%{}", 0, /does not begin a valid macro/],
  ["% {d}", 0, /does not begin a valid macro/],
  ["%{x}", 0, /macro %\{x\} does not exist/],
  ["ab%{c}", 2, /explanations/],
  ["%{R}", 0, /explanations/],
  ["%{t}", 0, /explanations/],
  ["%{d0}", 0, /at least one part/],
  ["%{d00r}", 0, /at least one part/],
];

test.each(wrong)("%j is wrong at %i", (text, at, message) => {
  const read = parseMacroString(text);
  expect(read).toMatchObject({ ok: false, at });
  if (!read.ok) expect(read.message).toMatch(message);
});

test("RFC 7208 7.1: a macro-string that ends in macro-expand is recognised", () => {
  const ends = (text: string) => {
    const read = parseMacroString(text);
    return read.ok && read.endsInMacro;
  };
  expect(["%{d}", "a.%%", "%_", "a%-"].map(ends)).toEqual([true, true, true, true]);
  expect(["", "a", "%{d}a", "%%-", "%{d}."].map(ends)).toEqual([false, false, false, false, false]);
});
