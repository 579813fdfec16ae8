import { expect, test } from "bun:test";
import { toASCII } from "tr46";
import { type DomainName, isWithin, parentOf, parseDomain } from "./names.ts";

test.each([
  ["example.com", "example.com"],
  ["  Example.COM.  ", "example.com"],
  ["example。com", "example.com"],
  ["MÜNCHEN.de", "xn--mnchen-3ya.de"],
  ["faß.de", "xn--fa-hia.de"],
  ["xn--mnchen-3ya.de", "xn--mnchen-3ya.de"],
  ["r3---sn-4g5e.googlevideo.com", "r3---sn-4g5e.googlevideo.com"],
  ["1.2.0.192.in-addr.arpa", "1.2.0.192.in-addr.arpa"],
  ["0.8.b.d.0.1.0.0.2.ip6.arpa", "0.8.b.d.0.1.0.0.2.ip6.arpa"],
  ["com", "com"],
  ["рф", "xn--p1ai"],
  ["example.net", "example.net"],
  ["notlocalhost.com", "notlocalhost.com"],
  ["localhost.example.com", "localhost.example.com"],
  [`${"a".repeat(63)}.com`, `${"a".repeat(63)}.com`],
])("%p is read as %s", (raw, name) => {
  expect(parseDomain(raw)).toEqual({ ok: true, value: name as DomainName });
});

test("a name of 253 characters is accepted, and one of 254 is not", () => {
  const name = `${"a.".repeat(124)}a.com`;
  expect(name).toHaveLength(253);
  expect(parseDomain(name).ok).toBe(true);
  expect(parseDomain(`a${name}`).ok).toBe(false);
});

test("underscores and a leading asterisk are only accepted if allowed", () => {
  expect(parseDomain("_dmarc.example.com").ok).toBe(false);
  expect(parseDomain("_dmarc.example.com", { underscores: true }).ok).toBe(true);
  expect(parseDomain("*.example.com").ok).toBe(false);
  expect(parseDomain("*.example.com", { wildcard: true }).ok).toBe(true);
  expect(parseDomain("*", { wildcard: true }).ok).toBe(false);
  expect(parseDomain("a.*.example.com", { wildcard: true }).ok).toBe(false);
});

test.each([
  ["_dmarc.مثال.com", "_dmarc.xn--mgbh0fb.com"],
  ["_dmarc.xn--mgbh0fb.com", "_dmarc.xn--mgbh0fb.com"],
  ["_25._tcp.אב.com", "_25._tcp.xn--4dbc.com"],
  ["google._domainkey.אב.com", "google._domainkey.xn--4dbc.com"],
  ["*.אב.com", "*.xn--4dbc.com"],
  ["25.אב.com", "25.xn--4dbc.com"],
  ["münchen.אב.com", "xn--mnchen-3ya.xn--4dbc.com"],
])("plain labels are no matter of the Bidi rule: %s is %s", (raw, name) => {
  expect(parseDomain(raw, { underscores: true, wildcard: true })).toEqual({
    ok: true,
    value: name as DomainName,
  });
});

test.each(["1אב.com", "אבa.com", "aאב.com", "1münchen.אב.com"])(
  "internationalised labels keep the Bidi rule: %s is refused",
  (raw) => {
    expect(parseDomain(raw)).toEqual({ ok: false, message: expect.stringContaining("UTS 46") });
  },
);

test("a slash is only accepted in reverse names of records (RFC 2317)", () => {
  const owner = { underscores: true };
  for (const name of ["0/25.2.0.192.in-addr.arpa", "1.0/25.1.79.45.in-addr.arpa"]) {
    expect(parseDomain(name, owner)).toEqual({ ok: true, value: name as DomainName });
    expect(parseDomain(name).ok).toBe(false);
  }
  for (const name of [
    ...["0/25.example.com", "example.com/in-addr.arpa", "http://0/25.in-addr.arpa"],
    ...["//example.in-addr.arpa", "example.com/1.in-addr.arpa", "0/25.xn--zz---.in-addr.arpa"],
    ...["xn--zz---.0/25.2.0.192.in-addr.arpa", "0/25/26.2.0.192.in-addr.arpa"],
  ])
    expect(parseDomain(name, owner)).toMatchObject({
      ok: false,
      message: expect.stringContaining("send only the name"),
    });
  expect(parseDomain("0/25.2.0.192.in-addr.arpa", { ...owner, registration: true }).ok).toBe(false);
  expect(parseDomain("xn--zz---.2.0.192.in-addr.arpa", owner).ok).toBe(false);
});

test("the shortcut for plain names agrees with UTS 46", () => {
  let seed = 1;
  const next = (below: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  const letters = "abcxnAXN0189-_.*";
  for (let i = 0; i < 20_000; i++) {
    const text = Array.from({ length: 1 + next(12) }, () => letters[next(letters.length)]).join("");
    const uts46 = toASCII(text, { checkBidi: true, checkJoiners: true });
    const got = parseDomain(`${text}.com`, { underscores: true, wildcard: true });
    if (got.ok) expect<string | null>(got.value).toBe(`${uts46}.com`);
    else
      expect({ text, taken: /^(?!.*xn--)[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(text) }).toEqual({
        text,
        taken: false,
      });
  }
});

test("parsing never throws and is fast on any text", () => {
  // Seed of the random generator. A fixed seed makes failures reproducible.
  let seed = 42;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed % below;
  };
  for (let i = 0; i < 20_000; i++) {
    const text = Array.from({ length: next(40) }, () =>
      String.fromCodePoint([next(128), next(0x3000), next(0xd7ff)][next(3)] ?? 0),
    ).join("");
    const parsed = parseDomain(text, { underscores: true, wildcard: true });
    if (parsed.ok) expect(parsed.value).toMatch(/^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/);
    else expect(parsed.message.length).toBeGreaterThan(10);
  }
});

test("parents and descendants in the tree", () => {
  expect(parentOf("www.example.com" as DomainName)).toBe("example.com" as DomainName);
  expect(parentOf("com" as DomainName)).toBeNull();
  expect(isWithin("www.example.com", "example.com")).toBe(true);
  expect(isWithin("badexample.com", "example.com")).toBe(false);
  expect(isWithin("example.com", "")).toBe(true);
});
