import { oneOf, type Read } from "../config/read-setting.ts";

/** Supported values of OTEL_TRACES_SAMPLER. */
const SAMPLERS = [
  "always_on",
  "always_off",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
/** The name of a supported sampler. */
export type SamplerName = (typeof SAMPLERS)[number];

/** Reads the name of a sampler. */
export function samplerName(text: string): Read<SamplerName> {
  return text.toLowerCase() === "traceidratio"
    ? {
        problem:
          "set parentbased_traceidratio: with sampling by the trace ID alone, the caller who chooses the ID would decide which traces are exported",
      }
    : oneOf(SAMPLERS)(text);
}

/**
 * Decides whether a trace is exported.
 * @param parent true if the parent span is exported, provided that the parent can be trusted; null for a trace that
 * begins here.
 */
export type Sampler = (parent: boolean | null) => boolean;

/**
 * Creates a sampler. A trace that begins here is sampled at random and not by its ID, because the caller may have
 * chosen the ID and could have all its traces exported.
 */
export function createSampler(name: SamplerName, share: number): Sampler {
  const root = name === "parentbased_traceidratio" ? share : Number(name.endsWith("_on"));
  const byParent = name.startsWith("parentbased_");
  return (parent) => (byParent && parent !== null ? parent : root === 1 || Math.random() < root);
}
