import { expect, test } from "bun:test";
import { POLICY, POLICY_ZONES } from "./mail-policy.ts";
import { delegationsOf, recordsOf } from "./records.ts";
import { txt } from "./txt.ts";
import { ZONES } from "./zones.ts";

const RECORDS = POLICY_ZONES.flatMap((zone) => [...recordsOf(zone), ...delegationsOf(zone)]);
const OWNERS = new Set(RECORDS.map(({ owner }) => owner.slice(0, -1)));
/** Matches names that are missing on purpose. */
const NOWHERE =
  /^(nowhere|reports|h\d+\.mx-hundreds|v\d\.spf-[a-z-]*voids?|188|old|hostmaster(\..+)?)\.policy\.com$/;
/** True if the name has records or names below it, or is missing on purpose. */
const isThere = (name: string) =>
  OWNERS.has(name) || [...OWNERS].some((owner) => owner.endsWith(`.${name}`)) || NOWHERE.test(name);

test("every name in the records of policy.com exists, or is missing on purpose", () => {
  const mentioned = RECORDS.flatMap(({ rdata }) =>
    [...rdata.matchAll(/(?<![\w.-])[\w-]+(\.[\w-]+)*\.policy\.com/g)].map(([name]) => name),
  );
  expect(mentioned.length).toBeGreaterThan(500);
  expect([...new Set(mentioned)].filter((name) => !isThere(name))).toEqual([]);
});

test("the names of all domains are unique and exist", () => {
  const names = Object.values(POLICY);
  expect(new Set(names).size).toBe(names.length);
  const zones = new Set(ZONES.map(({ name }) => name));
  expect(names.filter((name) => !zones.has(name) && !isThere(name))).toEqual([]);
});

test("policy.com has no policy of its own, which the domains below would inherit", () => {
  expect(OWNERS.has("_dmarc.policy.com")).toBe(false);
});

test("texts become strings of at most 255 bytes, escaped", () => {
  expect(txt("")).toBe('""');
  expect(txt('a"b\\c;ü\t')).toBe(String.raw`"a\"b\\c;\195\188\009"`);
  expect(txt("x".repeat(300))).toBe(`"${"x".repeat(255)}" "${"x".repeat(45)}"`);
});
