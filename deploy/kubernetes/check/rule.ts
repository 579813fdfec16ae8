import type { Manifest } from "./manifest.ts";

/**
 * A lint rule. It returns the problems of objects that are applied together, one line for each problem, with the name
 * of the object.
 */
export type Rule = (all: readonly Manifest[]) => readonly string[];

/** Returns a line with the title and the problem text for each pair whose condition is true. */
export function brokenOf(title: string, ...pairs: readonly (readonly [boolean, string])[]): string[] {
  return pairs.flatMap(([broken, text]) => (broken ? [`${title}: ${text}`] : []));
}

/** Returns the values that occur more than once. */
export function twice<T>(values: readonly T[]): T[] {
  return [...new Set(values.filter((value, at) => values.indexOf(value) !== at))];
}

const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  m: 0.001,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
};

/** Parses a Kubernetes quantity such as 250m or 64Mi; returns NaN if it is invalid. */
export function quantity(value: string | number | undefined): number {
  const [, digits, unit = ""] = /^(\d+(?:\.\d+)?)([A-Za-z]*)$/.exec(String(value)) ?? [];
  return Number(digits ?? Number.NaN) * (UNITS[unit] ?? Number.NaN);
}
