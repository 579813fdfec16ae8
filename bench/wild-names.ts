/** Names that a wildcard of the lab answers for: another one each time, so that nothing is asked twice at once. */
export const WILD_NAMES: readonly string[] = Array.from({ length: 2000 }, (_, i) => `n${i}.wild.records.com`);

/** What asks the product for their addresses. */
export function wildPaths(names: readonly string[] = WILD_NAMES): readonly string[] {
  return names.map((name) => `/api/v1/dns?domain=${name}&type=A`);
}
