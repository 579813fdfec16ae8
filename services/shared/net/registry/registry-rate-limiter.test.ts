import { expect, test } from "bun:test";
import { elapse, useFakeTime } from "../test/fake-time.ts";
import { parseObject } from "./json.ts";
import { createRegistryRateLimiter } from "./registry-rate-limiter.ts";

const forever = new AbortController().signal;

useFakeTime();

test("a share of a minute's requests goes at once, then requests are held back; each host has its own limit", async () => {
  const rateLimiter = createRegistryRateLimiter(6);
  expect(await rateLimiter.enter("a", forever)).toBe("go");
  expect(await rateLimiter.enter("a", forever)).toBe("held_back");
  expect(await rateLimiter.enter("b", forever)).toBe("go");
});

test("waiting for a turn ends with the signal, and does not begin if it has already fired", async () => {
  const rateLimiter = createRegistryRateLimiter(60);
  const entering = Promise.all(
    Array.from({ length: 17 }, () => rateLimiter.enter("b", AbortSignal.timeout(100))),
  );
  await elapse(100);
  const turns = await entering;
  expect(turns.filter((turn) => turn === "go")).toHaveLength(15);
  expect(turns.filter((turn) => turn === "timeout")).toHaveLength(1);
  expect(await rateLimiter.enter("c", AbortSignal.abort())).toBe("timeout");
});

test("0 removes the limit", async () => {
  const rateLimiter = createRegistryRateLimiter(0);
  const turns = await Promise.all(Array.from({ length: 500 }, () => rateLimiter.enter("a", forever)));
  expect(turns.every((turn) => turn === "go")).toBe(true);
});

test("a pause that a host requests is observed regardless of our own rate", async () => {
  const rateLimiter = createRegistryRateLimiter(0);
  rateLimiter.backOff("a", 120);
  expect(await rateLimiter.enter("a", forever)).toBe("rate_limited");
  rateLimiter.backOff("b", -5);
  expect(await rateLimiter.enter("b", forever)).toBe("rate_limited");
  expect(await rateLimiter.enter("c", forever)).toBe("go");
});

test("the remaining pause of a host is known in seconds, rounded up, until it is over", async () => {
  const rateLimiter = createRegistryRateLimiter(0);
  expect(rateLimiter.restS("a")).toBeNull();
  rateLimiter.backOff("a", 42);
  expect(rateLimiter.restS("a")).toBe(42);
  await elapse(1500);
  expect(rateLimiter.restS("a")).toBe(41);
  await elapse(41_000);
  expect(rateLimiter.restS("a")).toBeNull();
});

const json = (text: string) => parseObject(new TextEncoder().encode(text));

test.each([
  ['{"a":1}', { a: 1 }],
  ['{"a":"[[[[[[[{{{"}', { a: "[[[[[[[{{{" }],
  [String.raw`{"a":"\"[["}`, { a: '"[[' }],
  ["[]", null],
  ["null", null],
  ['"x"', null],
  ["", null],
  ["{", null],
  ["[".repeat(200_000), null],
  [`{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}`, null],
])("%.30s", (text, value) => expect(json(text)).toEqual(value));
