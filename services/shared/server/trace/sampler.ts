import type { Read } from "../config/read-setting.ts";

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
  const value = SAMPLERS.find((known) => known === text.toLowerCase());
  if (value !== undefined) return { value };
  const why =
    text.toLowerCase() === "traceidratio"
      ? "set parentbased_traceidratio: by the trace's id alone whoever chooses the id would decide"
      : `set one of ${SAMPLERS.join(", ")}`;
  return { problem: why };
}

export function ratio(text: string): Read<number> {
  const value = Number(text);
  return /^\d{1,3}(\.\d{1,12})?$/.test(text) && value <= 1
    ? { value }
    : { problem: "set a number from 0 to 1, such as 0.01" };
}

/** Decides which traces are exported. @param parent of a span that this process may believe; null for a trace that begins here. */
export type Sampler = (parent: boolean | null) => boolean;

/**
 * A trace that begins here is drawn by lot, and not by its id, which its caller may have chosen: else callers could have
 * all of theirs exported.
 */
export function createSampler(name: SamplerName, share: number): Sampler {
  const root = { on: 1, off: 0, traceidratio: share }[nameOfRoot(name)];
  const byParent = name.startsWith("parentbased_");
  return (parent) => (byParent && parent !== null ? parent : root === 1 || Math.random() < root);
}

function nameOfRoot(name: SamplerName): "on" | "off" | "traceidratio" {
  if (name.endsWith("_on")) return "on";
  return name.endsWith("_off") ? "off" : "traceidratio";
}
