/**
 * Names that a wildcard of the lab answers for, all different, so that no two calls in flight ask the same question.
 */
export const WILD_NAMES: readonly string[] = Array.from({ length: 2000 }, (_, i) => `n${i}.wild.records.com`);

/** Returns the paths that ask the product for the A records of the names. */
export function wildPaths(names: readonly string[] = WILD_NAMES): readonly string[] {
  return names.map((name) => `/api/v1/dns?domain=${name}&type=A`);
}
