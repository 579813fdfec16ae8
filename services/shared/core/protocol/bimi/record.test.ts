import { expect, test } from "bun:test";
import { readBimiRecord, selectBimi } from "./record.ts";

const L = "l=https://example.com/logo.svg";

test("records begin exactly with the version; other texts are near misses or unrelated", () => {
  const texts = [
    "v=BIMI1; l=",
    "v = BIMI1;l=",
    "v=bimi1; l=",
    " v=BIMI1; l=",
    "v=BIMI10; l=",
    "v=spf1",
    "v=BIMI1",
  ];
  expect(selectBimi(texts)).toEqual({
    records: ["v=BIMI1; l=", "v = BIMI1;l=", "v=BIMI1"],
    nearMisses: ["v=bimi1; l=", " v=BIMI1; l=", "v=BIMI10; l="],
  });
});

type Row = readonly [
  says: string,
  text: string,
  url: string | null | undefined,
  problems: number,
  declined: boolean,
];
const rows: readonly Row[] = [
  ["a logo", `v=BIMI1; ${L}`, "https://example.com/logo.svg", 0, false],
  ["any order, unknown tags", `v=BIMI1; x=1; a=; ${L};`, "https://example.com/logo.svg", 0, false],
  ["no logo is declared", "v=BIMI1; l=; a=;", null, 0, true],
  ["no logo is declared, without a", "v=BIMI1; l=", null, 0, true],
  ["evidence alone", "v=BIMI1; l=; a=https://example.com/a.pem", null, 0, false],
  ["no l", "v=BIMI1; a=", undefined, 1, false],
  ["tags are told apart by case", "v=BIMI1; L=https://example.com/a.svg", undefined, 1, false],
  ["http", "v=BIMI1; l=http://example.com/a.svg", null, 1, false],
  ["two of them", "v=BIMI1; l=https://example.com/a.svg,https://example.com/b.svg", null, 1, false],
  ["a user's name", "v=BIMI1; l=https://u:p@example.com/a.svg", null, 1, false],
  ["an address", "v=BIMI1; l=https://192.0.2.1/a.svg", null, 1, false],
  ["an IPv6 address", "v=BIMI1; l=https://[2001:db8::1]/a.svg", null, 1, false],
  ["not in the public DNS", "v=BIMI1; l=https://a.localhost/a.svg", null, 1, false],
  ["HTTPS's own port", "v=BIMI1; l=https://example.com:443/a.svg", "https://example.com/a.svg", 0, false],
  ["another port is not asked", "v=BIMI1; l=https://example.com:8443/a.svg", null, 0, false],
  ["capitals, no path", "v=BIMI1; l=HTTPS://Example.COM", "https://example.com/", 0, false],
  ["a query", "v=BIMI1; l=https://example.com?a=b", "https://example.com?a=b", 0, false],
  ["a space within", "v=BIMI1; l=https://example.com/a b.svg", null, 1, false],
  ["twice", `v=BIMI1; ${L}; ${L}`, "https://example.com/logo.svg", 1, false],
  ["a word without =", `v=BIMI1; ${L}; x`, "https://example.com/logo.svg", 1, false],
  ["prefixes of local parts", `v=BIMI1; ${L}; lps=brand,news-1.a`, "https://example.com/logo.svg", 0, false],
  ["invalid prefixes", `v=BIMI1; ${L}; lps=a@b`, "https://example.com/logo.svg", 1, false],
];

test.each(rows)("%s", (_, text, url, problems, declined) => {
  const read = readBimiRecord(text);
  expect([read.logo?.url, read.problems.length, read.declined]).toEqual([url, problems, declined]);
});

test("long records are read in linear time", () => {
  // Length of the test records, in characters. At this length a parser that takes quadratic time exceeds the test's
  // time limit.
  const long = 1_000_000;
  const texts = [
    `v=BIMI1; l=https://${"a".repeat(long)}`,
    `v=BIMI1; l=https://${"a.".repeat(long / 2)}/`,
    `v=BIMI1; l=https://example.com/${"%20".repeat(600)}!`,
    `v=BIMI1; l=; lps=${"a,".repeat(long / 2)}`,
    `v=BIMI1;${" ".repeat(long)}=`,
    `${" ".repeat(long)}v=bimi`,
    `v${" ".repeat(long)}=${" ".repeat(long)}BIMI`,
  ];
  for (const text of texts) {
    selectBimi([text]);
    expect(JSON.stringify(readBimiRecord(text).problems).length).toBeLessThan(5000);
  }
});
