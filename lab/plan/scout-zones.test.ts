import { expect, test } from "bun:test";
import { zoneOf } from "./plan.ts";
import { fillerOf, recordsOf } from "./records.ts";
import { SCOUT_ZONES, WORDS_BY, WORDS_MISSING, WORDS_THERE, wordsAddress } from "./scout-zones.ts";

const words = zoneOf("words.com");
const has = (word: string) =>
  recordsOf(words)
    .filter(({ owner }) => owner === `${word}.words.com.`)
    .map(({ type, rdata }) => `${type} ${rdata}`);

test("words.com has about half of the common words, and about 5,000 names in all", () => {
  const { emptyNonTerminal, delegated, nameServers } = WORDS_BY;
  const without: readonly string[] = [...Object.keys(emptyNonTerminal), ...delegated];
  for (const word of WORDS_THERE)
    expect({ word, there: has(word).length > 0 }).toEqual({ word, there: !without.includes(word) });
  expect(WORDS_MISSING.flatMap(has)).toEqual([]);
  expect(WORDS_THERE.filter((word) => WORDS_MISSING.includes(word))).toEqual([]);
  expect(nameServers.every((word) => WORDS_THERE.includes(word))).toBe(true);
  const owners = [...recordsOf(words), ...fillerOf(words)].map(({ owner }) => owner);
  expect(Math.abs(new Set(owners).size - 5000)).toBeLessThan(10);
  expect(SCOUT_ZONES.filter((zone) => zone.filler !== undefined)).toEqual([words]);
});

test("each word has the records of its kind", () => {
  expect(has("admin")).toEqual([`A ${wordsAddress("admin")}`]);
  expect(has("ftp")).toEqual(["CNAME www.words.com."]);
  expect(has("ai").join()).toMatch(/^AAAA \S+$/);
  expect(has("lists")).toEqual(["MX 10 mail.words.com."]);
  expect(has("vault").join()).toMatch(/^TXT "[^"]*"$/);
  expect(has("video").length).toBe(12);
  expect(zoneOf("shop.words.com").name).toBe("shop.words.com");
});
