import type { Manifest } from "./manifest.ts";

/** One set of rules: what is wrong with objects that go to one cluster together, each line with the object's name. */
export type Rule = (all: readonly Manifest[]) => readonly string[];

/** Lines for what is broken: of pairs of a condition and what to say of it, those that hold. */
export function brokenOf(title: string, ...pairs: readonly (readonly [boolean, string])[]): string[] {
  return pairs.flatMap(([broken, text]) => (broken ? [`${title}: ${text}`] : []));
}

/** What occurs more than once. */
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

/** A quantity such as 250m or 64Mi as a number; NaN where it is none. */
export function quantity(value: string | number | undefined): number {
  const [, digits, unit = ""] = /^(\d+(?:\.\d+)?)([A-Za-z]*)$/.exec(String(value)) ?? [];
  return Number(digits ?? Number.NaN) * (UNITS[unit] ?? Number.NaN);
}
