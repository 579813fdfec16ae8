import { oneOf, type Read } from "../config/read-setting.ts";

/** Names of OTEL_TRACES_SAMPLER that are known here. */
const SAMPLERS = [
  "always_on",
  "always_off",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

export function samplerName(text: string): Read<SamplerName> {
  return text.toLowerCase() === "traceidratio"
    ? {
        problem: "set parentbased_traceidratio: by the trace's id alone whoever chooses the id would decide",
      }
    : oneOf(SAMPLERS)(text);
}

/** Decides which traces are exported. @param parent of a span that this process may believe; null for a trace that begins here. */
export type Sampler = (parent: boolean | null) => boolean;

/**
 * A trace that begins here is drawn by lot, and not by its id, which its caller may have chosen: else callers could have
 * all of theirs exported.
 */
export function createSampler(name: SamplerName, share: number): Sampler {
  const root = name === "parentbased_traceidratio" ? share : Number(name.endsWith("_on"));
  const byParent = name.startsWith("parentbased_");
  return (parent) => (byParent && parent !== null ? parent : root === 1 || Math.random() < root);
}
