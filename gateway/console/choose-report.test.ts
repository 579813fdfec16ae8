import { expect, test } from "bun:test";
import { contracts } from "../app.ts";
import { type Asked, chooseReport } from "./choose-report.ts";
import { type Kind, kindOf, recordIn } from "./kind-of.ts";

const READINGS = { contracts, rules: { allow: [], deny: { names: [], blocks: [] } } };

const CASES: readonly (readonly [typed: string, kind: Kind, path: string])[] = [
  ["example.com", "domain", "/all/example.com"],
  ["  EXAMPLE.com. ", "domain", "/all/example.com"],
  ["bücher.com", "domain", "/all/xn--bcher-kva.com"],
  ["xn--bcher-kva.com", "domain", "/all/xn--bcher-kva.com"],
  ["_dmarc.example.com", "domain", "/all/_dmarc.example.com"],
  ["example.com/path", "domain", "/all/example.com"],
  ["example.com:8443", "domain", "/all/example.com"],
  ['"example.com"', "domain", "/all/example.com"],
  ["9.9.9.9", "address", "/all/9.9.9.9"],
  ["2620:FE::fe", "address", "/all/2620:fe::fe"],
  ["[2620:fe::fe]", "address", "/all/2620:fe::fe"],
  ["9.9.9.9:53", "domain", "/all/9.9.9.9"],
  ["9.9.9.0/24", "address", "/all/9.9.9.0"],
  ["https://www.example.com/a?b=c#d", "url", "/ssl/www.example.com"],
  ["http://user:pass@example.com:80/", "url", "/ssl/example.com"],
  ["https://[2620:fe::fe]:443", "url", "/ssl/2620:fe::fe"],
  ["https://bücher.com/", "url", "/ssl/xn--bcher-kva.com"],
  ["https://9.9.9.9/", "url", "/ssl/9.9.9.9"],
  ["https://[2620:fe::fe]/", "url", "/ssl/2620:fe::fe"],
  ["info@example.com", "email", "/mail/example.com"],
  ["Ann <ann@example.com>", "email", "/mail/example.com"],
  ["mailto:ann@example.com", "email", "/mail/example.com"],
  ["ann@bücher.com", "email", "/mail/xn--bcher-kva.com"],
  ['example.com. 3600 IN TXT "v=spf1 mx " "-all"', "record", "/mail/example.com?spf=v%3Dspf1%20mx%20-all"],
  ["example.com TXT v=spf1 -all", "record", "/mail/example.com?spf=v%3Dspf1%20-all"],
  [
    '_dmarc.example.com. IN TXT "v=DMARC1; p=reject"',
    "record",
    "/mail/example.com?dmarc=v%3DDMARC1%3B%20p%3Dreject",
  ],
  ["example.com. NS ns1.example.net.", "record", "/dns/example.com?ns=ns1.example.net"],
  [
    `example.com. 60 IN DS 12345 13 2 ${"ab".repeat(32)}`,
    "record",
    `/dns/example.com?ds=12345%2013%202%20${"AB".repeat(32)}`,
  ],
];

test.each(CASES)("%p is taken for a %s and leads to %s", (typed, kind, path) => {
  expect([kindOf(typed), chooseReport(typed, null, READINGS)]).toEqual([kind, { path }]);
});

test.each<readonly [string, Asked, string]>([
  ["https://example.com/x", "all", "/all/example.com"],
  ["info@example.com", "all", "/all/example.com"],
  ["info@example.com", "whois", "/whois/example.com"],
  ["https://example.com/", "mail", "/mail/example.com"],
  ["example.com", "ssl", "/ssl/example.com"],
  ["9.9.9.9", "whois", "/whois/9.9.9.9"],
  ["9.9.9.0/24", "reverse", "/reverse/9.9.9.0"],
  ["example.com", "scout", "/scout/example.com"],
])("%p with the tool %s leads to %s", (typed, tool, path) => {
  expect(chooseReport(typed, tool, READINGS)).toEqual({ path });
});

test("if an overview costs more than the limit, one tool is chosen", () => {
  const few = { ...READINGS, units: 18 };
  expect(chooseReport("example.com", null, few)).toEqual({ path: "/dns/example.com" });
  expect(chooseReport("9.9.9.9", null, few)).toEqual({ path: "/reverse/9.9.9.9" });
  expect(chooseReport("example.com", "all", few)).toEqual({ path: "/all/example.com" });
  expect(chooseReport("example.com", null, { ...few, units: 19 })).toEqual({ path: "/all/example.com" });
});

test.each<readonly [string, Asked | null, string, string | null]>([
  ["", null, "Type a domain", null],
  ["   ", "mail", "Type a domain", null],
  ["AS19281", null, "This is an AS number", null],
  ["example.com", "reverse", "This is not an IP address", "/dns/example.com"],
  ["9.9.9.9", "mail", "This is an IP address", "/reverse/9.9.9.9"],
  ["10.0.0.1", null, "This address is not public", null],
  ["10.0.0.1", "reverse", "This address is not public", null],
  ["192.0.2.0/24", null, "This address is not public", null],
  ["fe80::1%eth0", null, "This is not an IP address", null],
  ["https://example.com:8443/a:b", null, "not one on port 8443", "/ssl/example.com"],
  ["https://[2620:fe::fe]:8443", "ssl", "not one on port 8443", "/ssl/2620:fe::fe"],
  ["v=spf1 mx -all", null, "Put the owner name in front", null],
  ['"v=DMARC1; p=reject"', "mail", "Put the owner name in front", null],
  ["exa mple..", null, "white space", null],
  ["exa$mple.com", null, "'$'", null],
  ["a..b", null, "empty label", null],
  ["x".repeat(9001), null, "too long", null],
  ["_dmarc.example.com", "mail", "cannot contain underscores", null],
])("%p with the tool %p is refused in words", (typed, tool, words, suggestion) => {
  const choice = chooseReport(typed, tool, READINGS);
  if ("path" in choice) throw new Error(choice.path);
  expect(choice.problem).toContain(words);
  expect(choice.suggestion).toBe(suggestion);
});

test("a record's strings are parsed in linear time, even with many escaped or unclosed quotes", () => {
  expect(recordIn('a.example TXT "v=spf1 " "include:b.example" -all ( "x\\;y" ) "never closed')?.text).toBe(
    "v=spf1 include:b.examplex;y",
  );
  for (const part of ['\\"', '"a\\'])
    expect(recordIn(`a.example TXT "${part.repeat(200_000)}`)).not.toBeNull();
});
