import { expect, test } from "bun:test";
import { createSampler, samplerName } from "./sampler.ts";
import { SETTINGS } from "./settings.ts";

const ratio = SETTINGS.OTEL_TRACES_SAMPLER_ARG.read;

/**
 * Returns a sampler's decisions for a trace without a parent, for a parent that is exported, and for a parent that is
 * not exported.
 */
const says = (name: Parameters<typeof createSampler>[0], share = 1) =>
  ([null, true, false] as const).map(createSampler(name, share));

test.each([
  ["always_on", [true, true, true]],
  ["always_off", [false, false, false]],
  ["parentbased_always_on", [true, true, false]],
  ["parentbased_always_off", [false, true, false]],
  ["parentbased_traceidratio", [true, true, false]],
] as const)("%s", (name, said) => {
  expect(says(name)).toEqual([...said]);
});

test("a ratio of zero samples no new trace, and other ratios sample at random", () => {
  expect(says("parentbased_traceidratio", 0)).toEqual([false, true, false]);
  const sampler = createSampler("parentbased_traceidratio", 0.1);
  const drawn = Array.from({ length: 10_000 }, () => sampler(null)).filter(Boolean).length;
  // The tolerance is six standard deviations of the number of sampled traces.
  expect(drawn).toBeWithin(820, 1181);
});

test("invalid names and numbers say what to set", () => {
  expect(samplerName("traceidratio")).toEqual({
    problem:
      "set parentbased_traceidratio: with sampling by the trace ID alone, the caller who chooses the ID would decide which traces are exported",
  });
  expect(samplerName("jaeger_remote")).toHaveProperty("problem");
  for (const text of ["1.1", "-1", "", "0,5", "1e-3", "NaN"]) expect(ratio(text)).toHaveProperty("problem");
  for (const [text, value] of [
    ["0", 0],
    ["1.0", 1],
    ["0.25", 0.25],
  ] as const)
    expect(ratio(text)).toEqual({ value });
});
