import { expect, test } from "bun:test";
import { mutateAll } from "./test/hostile.ts";
import { readSamples } from "./test/samples.ts";
import { judge } from "./test/worlds.ts";

test("no mutation makes a free name registered, or any other name available", () => {
  const { wrong, count, kept } = mutateAll(3, 26);
  expect(wrong.slice(0, 3)).toEqual([]);
  // A parser that always returns unknown would pass the check above, but not this one.
  expect(kept).toBeGreaterThan(count / 3);
});

test("a text about another name proves nothing about the queried name", () => {
  const other = (text: string, name: string) =>
    text.replaceAll(name, `x${name}`).replaceAll(name.toUpperCase(), `X${name.toUpperCase()}`);
  const wrong = readSamples()
    .filter(({ text, name }) => text.toLowerCase().includes(name))
    .flatMap(({ format, server, kind, name, text }) => {
      const bytes = new TextEncoder().encode(other(text, name));
      const { availability } = judge(bytes, server, name, "denied");
      return availability === "available" || availability === "registered"
        ? [`${format} ${server} ${kind}`]
        : [];
    });
  expect(wrong).toEqual([]);
});
