import { expect, test } from "bun:test";
import { createDenials } from "./denials.ts";

test("five denials below one registrable domain within a minute are many, and they expire", () => {
  let now = 1_000_000;
  const denials = createDenials(() => now);
  const deny = (count: number) => {
    for (let i = 0; i < count; i++) denials.add(`x${now}-${i}.victim.co.uk`);
  };
  deny(4);
  expect(denials.many("y.victim.co.uk")).toBe(false);
  deny(1);
  expect(denials.many("y.z.victim.co.uk")).toBe(true);
  expect(denials.many("y.other.co.uk")).toBe(false);
  now += 59_000;
  expect(denials.many("victim.co.uk")).toBe(true);
  now += 2000;
  expect(denials.many("victim.co.uk")).toBe(false);
});

test("the number of domains is limited: the least recently used is evicted first", () => {
  const denials = createDenials(() => 0);
  for (let i = 0; i < 5; i++) denials.add("a.victim.com");
  for (let i = 0; i < 999; i++) denials.add(`other-${i}.com`);
  expect(denials.many("a.victim.com")).toBe(true);
  for (let i = 0; i < 1000; i++) denials.add(`more-${i}.com`);
  expect(denials.many("a.victim.com")).toBe(false);
});
