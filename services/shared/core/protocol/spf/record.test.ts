import { expect, test } from "bun:test";
import { isNearSpf, isSpf, parseSpf } from "./record.ts";

const versions: readonly (readonly [text: string, spf: boolean, near: boolean, says: string])[] = [
  ["v=spf1 -all", true, false, "RFC 7208 4.5"],
  ["v=spf1", true, false, "RFC 7208 4.5: ended by the end of the text"],
  ["V=SpF1 -all", true, false, "RFC 7208 4.5, RFC 5234 2.3: in any case"],
  ["v=spf1 ", true, false, "RFC 7208 4.5: a blank alone"],
  ["v=spf10 -all", false, true, "RFC 7208 4.5: another version"],
  ["v=spf1-all", false, true, "RFC 7208 4.5: no blank (strings joined without one, 3.3)"],
  [" v=spf1 -all", false, true, "RFC 7208 4.5: a blank before it"],
  ["v=spf1\t-all", false, true, "RFC 7208 4.5: a tab is no blank"],
  ["v=spf1\n", false, true, "RFC 7208 4.5: nor is the end of a line"],
  ['"v=spf1 -all"', false, true, "RFC 7208 3.3: quotes left in"],
  ["v = spf1 -all", false, true, "RFC 7208 4.5: blanks within"],
  ["v=spf 1 -all", false, true, "RFC 7208 4.5: blanks within"],
  ["spf2.0/pra -all", false, false, "RFC 7208 3.1: Sender ID is another thing"],
  ["v=spf2 -all", false, false, "RFC 7208 4.5: another version"],
  ["v=DMARC1; p=none", false, false, "RFC 7208 4.5: other texts"],
  ["google-site-verification=v=spf1", false, false, "RFC 7208 4.5: other texts"],
  ["", false, false, "RFC 7208 4.5: an empty text"],
];

test.each(versions)("%j is an SPF record: %p, or nearly: %p (%s)", (text, spf, near) => {
  expect([isSpf(text), isNearSpf(text)]).toEqual([spf, near]);
});

/** Valid terms after `v=spf1 `, each with the section of RFC 7208 that allows it. */
const right: readonly (readonly [terms: string, says: string])[] = [
  ["", "4.6.1: no term"],
  ["  a  -all   ", "4.6.1: blanks, and at the end"],
  ["+all -all ~all ?all", "4.6.2: qualifiers"],
  ["ALL A MX PTR Include:a.com EXISTS:a.com IP4:1.2.3.4 Ip6:::1 REDIRECT=a.com EXP=a.com", "4.6.1: any case"],
  ["a:a.com a/24 a//64 a/24//64 a:a.com/24//64 mx mx:a.com mx/0//0 mx:a.com/32//128", "5.3, 5.4, 5.6"],
  ["ptr ptr:a.com", "5.5"],
  ["ip4:1.2.3.4 ip4:0.0.0.0/0 ip4:255.255.255.255/32 ip4:1.2.3.77/24", "5.6: host bits are masked"],
  ["ip6:::1 ip6:2001:DB8::/32 ip6:::/0 ip6:::ffff:1.2.3.4/96 ip6:1:2:3:4:5:6:7:8/128", "5.6, RFC 4291 2.2"],
  ["exists:%{ir}.%{v}._spf.%{d2} exists:%{l1r-}.a.com exists:%{d}", "5.7, 7"],
  ["a:foo:bar/baz.a.com a:a!b#c.com exists:a=b.com a:%{d}/24 mx:%{o}//64", "7.1: visible characters"],
  ["a:a.com. a:a.x1 a:a.1x a:a.x-y a:a.1-2 a:.com a:a.xn--p1ai", "7.1: top labels"],
  ["a:%% a:a.%_ a:x%-", "7.1: macro-expand at the end"],
  ["foo=%{l}.x bar= x.y-z_1=//: foo=again foo=", "6: unknown modifiers, any number"],
  ["a= all=x include=a.com ip4=1.2.3.4 a=b", "4.6.1: a name and = make a modifier"],
  ["exp=%{d}.a.com redirect=a.com", "6.1, 6.2: in any place"],
  ["redirect=%{d} a", "6.1: before mechanisms"],
];

test.each(right)("v=spf1 %s can be read (RFC 7208 %s)", (terms) => {
  const text = `v=spf1 ${terms}`;
  const record = parseSpf(text);
  expect(record.problems).toEqual([]);
  expect(record.terms.map(({ text: word }) => word)).toEqual(terms.split(" ").filter((word) => word !== ""));
  for (const term of record.terms) expect(text.slice(term.at, term.at + term.text.length)).toBe(term.text);
});

/** Invalid terms, each with the section of RFC 7208 that it violates. */
const wrong: readonly (readonly [term: string, section: string, message?: RegExp])[] = [
  ["foo", "4.6.1", /mechanism foo does not exist/],
  ["foo:a.com", "4.6.1"],
  ["-foo=a.com", "4.6.1"],
  ["-redirect=a.com", "4.6.1", /no qualifier/],
  ["redirect:a.com", "4.6.1", /takes =/],
  ["exp:a.com", "4.6.1"],
  ["1.2.3.4", "4.6.1", /ip4:/],
  ["2001:db8::1", "4.6.1", /ip6:/],
  ["ip:1.2.3.4", "4.6.1", /ip4 or ip6/],
  ["ipv4:1.2.3.4", "4.6.1", /ip4 or ip6/],
  ["--all", "4.6.1"],
  ["all.", "4.6.1"],
  ["=x", "4.6.1"],
  ["1x=y", "4.6.1"],
  ["-", "4.6.1"],
  ["a\t-all", "4.6.1", /visible ASCII/],
  ["a:ü.com", "4.6.1", /visible ASCII/],
  ["a:\\255\\254.com", "4.6.1", /visible ASCII/],
  ["foo=\\000", "4.6.1"],
  ["\u00a0", "4.6.1"],
  ["all:x", "5.1"],
  ["all/8", "5.1"],
  ["include", "5.2"],
  ["include:", "5.2"],
  ["include/24", "5.2"],
  ["include:a.com/24", "5.2", /prefix length/],
  ["a:mx.a.com:8080", "5.3", /cannot have a port/],
  ["include:%{x}", "5.2"],
  ["a:", "5.3"],
  ["a.com", "4.6.1"],
  ["a/", "5.3"],
  ["a:/24", "5.3"],
  ["a/33", "5.6"],
  ["a//129", "5.6"],
  ["a/024", "5.6"],
  ["a/24/64", "5.3"],
  ["a:a.com/24/64", "5.6"],
  ["a:a.com/", "5.6"],
  ["a:a.com//", "5.6"],
  ["a/-1", "5.3"],
  ["a/999999999999", "5.6"],
  ["a:museum", "5.3", /top-level/],
  ["a:museum.", "5.3"],
  ["a:192.0.2.1", "5.3", /ip4:/],
  ["a:a.com..", "5.3"],
  ["a:a.com/24x", "5.3"],
  ["a:x%{d}%", "5.3"],
  ["a:a.%%-", "5.3"],
  ["a:a.%%_", "5.3"],
  ["mx:x.-y", "5.4"],
  ["mx:x.y-", "5.4"],
  ["mx:x.1", "5.4"],
  ["mx/33", "5.6"],
  ["ptr:", "5.5"],
  ["ptr/24", "5.5"],
  ["ptr:a.com/24", "5.5"],
  ["ip4", "5.6"],
  ["ip4:", "5.6"],
  ["ip4:1.2.3", "5.6", /complete address/],
  ["include:a.com~all", "5.2", /a space is missing before ~all/],
  ["ip4:1.2.3.4-all", "5.6", /a space is missing before -all/],
  ["mx?all", "5.4", /a space is missing before \?all/],
  ["redirect=a.com+all", "6.1", /a space is missing before \+all/],
  ["--all", "4.6.1", /^(?!.*space is missing)/],
  ["~-all", "4.6.1", /^(?!.*space is missing)/],
  ["a:%{d}-all", "5.3", /a space is missing before -all/],
  ["\u2013all", "4.6.1", /not the hyphen of ASCII/],
  ["ip4:1.2.3.4/33", "5.6"],
  ["ip4:1.2.3.0/024", "5.6", /leading zeros/],
  ["ip4:1.2.3.0/", "5.6"],
  ["ip4:1.2.3.0//24", "5.6"],
  ["ip4:1.2.3.4:25", "5.6"],
  ["ip4:01.2.3.4", "5.6"],
  ["ip4:1.2.3.256", "5.6"],
  ["ip4:a.com", "5.6"],
  ["ip4:2001:db8::1", "5.6", /for ip6/],
  ["ip6:1.2.3.4", "5.6", /for ip4/],
  ["ip6:2001:db8::/129", "5.6"],
  ["ip6:2001:db8:::1", "5.6"],
  ["ip6:fe80::1%eth0", "5.6"],
  ["exists", "5.7"],
  ["exists:", "5.7"],
  ["exists:%{i}/24", "5.7"],
  ["exists:%{c}.a.com", "5.7", /explanations/],
  ["redirect=", "6.1"],
  ["redirect=com", "6.1"],
  ["redirect=a.com/24", "6.1", /prefix length/],
  ["exp=", "6.2"],
  ["exp=%{r}.a.com", "6.2"],
  ["foo=%{z}", "7.1"],
  ["foo=%{t}", "7.1"],
  ["foo=100%", "7.1"],
  ["foo=%{d", "7.1"],
  ["foo=%{}", "7.1"],
  ["foo=%{d0}", "7.1", /at least one part/],
  ["foo=%{dr3}", "7.1"],
  ["foo=%{d:}", "7.1"],
  ["foo=%(d)", "7.1"],
];

const rows = wrong.map(([word, section, message = /./]) => [word, section, message] as const);
test.each(rows)("%j is permerror (RFC 7208 %s), even after a term that matches", (word, section, message) => {
  const { terms, problems } = parseSpf(`v=spf1 +all  ${word} mx`);
  expect(problems).toMatchObject([{ at: 13, term: word, section }]);
  expect(problems[0]?.message).toMatch(message);
  expect(terms.map(({ name }) => name)).toEqual(["all", "mx"]);
});

test("RFC 7208 6: redirect and exp occur at most once", () => {
  const problems = (text: string) => parseSpf(text).problems.map(({ at, section }) => [at, section]);
  expect(problems("v=spf1 redirect=a.com redirect=a.com")).toEqual([[22, "6"]]);
  expect(problems("v=spf1 exp=a.com a EXP=b.com -all")).toEqual([[19, "6"]]);
  expect(problems("v=spf1 exp=a.com redirect=a.com")).toEqual([]);
});

test("RFC 7208 5.6: prefix lengths", () => {
  const bits = (word: string) =>
    parseSpf(`v=spf1 ${word}`).terms.map((term) =>
      term.kind === "mechanism" ? [term.bits4, term.bits6] : [],
    );
  expect(bits("a a/24 a//64 a/24//64 a/0//0")).toEqual([
    [32, 128],
    [24, 128],
    [32, 64],
    [24, 64],
    [0, 0],
  ]);
  expect(bits("ip4:1.2.3.4/8 ip6:::1/8")).toEqual([
    [8, 128],
    [32, 8],
  ]);
});

test("hostile texts are read in linear time and up to a limit", () => {
  // Length of the test records, in characters. At this length a parser that takes quadratic time exceeds the test's
  // time limit.
  const long = 1_000_000;
  const texts = [
    "a ".repeat(long / 2),
    "ip4:1.2.3.4/33 ".repeat(long / 15),
    " ".repeat(long),
    "a".repeat(long),
    `a${"/1".repeat(long / 2)}`,
    `a/${"1".repeat(long)}x`,
    `a:${"a.".repeat(long / 2)}`,
    `a:a.${"-".repeat(long)}`,
    `a:${".".repeat(long)}`,
    `a:x.${"a-".repeat(long / 2)}!`,
    `ip4:${"1.".repeat(long / 2)}`,
    `ip6:${":".repeat(long)}`,
    `ip6:${"1:".repeat(long / 2)}`,
    `exists:${"%{d}".repeat(long / 4)}`,
    `exists:${"%{d".repeat(long / 3)}`,
    `exists:%{d${"1".repeat(long)}}`,
    `exists:%{d${".".repeat(long)}}`,
    `foo=${"%".repeat(long)}`,
    `${"a-".repeat(long / 2)}=`,
    "\u0000".repeat(long),
    "\\255".repeat(long / 4),
    "ü".repeat(long / 2),
  ];
  for (const text of texts) {
    const { terms, problems } = parseSpf(`v=spf1 ${text}`);
    expect(terms.length).toBeLessThanOrEqual(4096);
    expect(problems.length).toBeLessThanOrEqual(20);
  }
  for (const text of texts) isNearSpf(`${text}v=spf1`);
  expect(isNearSpf(`${" ".repeat(long)}v=spf1`)).toBe(false);
});

test("a record that is only partly read is marked as such", () => {
  expect(parseSpf(`v=spf1 ${"a ".repeat(4096)}`).whole).toBe(true);
  expect(parseSpf(`v=spf1 ${"a ".repeat(4097)}`).whole).toBe(false);
  expect(parseSpf(`v=spf1 ${"x ".repeat(30)}`)).toMatchObject({ whole: false, terms: [] });
});
