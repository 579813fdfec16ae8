import { json, type Product } from "./product.ts";
import { atOnce } from "./run.ts";

/** The part of an answer that shows its findings and their evidence. */
type Answer = {
  readonly summary: { readonly status: string; readonly text: string };
  readonly findings: readonly { readonly code: string; readonly evidence: readonly string[] }[] | undefined;
  readonly evidence: readonly { readonly id: string }[];
};

/** Maximum number of evidence IDs of a finding: a longer list does not help users. */
const IDS_MAX = 20;

/**
 * Calls a tool with every query.
 * @returns the findings without references to exchanges in the evidence of the same answer, as `query code`
 * @param without codes of findings that need no evidence
 */
export async function unshownFindings(
  product: Product,
  tool: string,
  queries: readonly string[],
  without: readonly string[],
): Promise<string[]> {
  const unshown = new Set<string>();
  await atOnce(queries, async (query) => {
    const { findings = [], evidence }: Answer = await json(fetch(`${product.url}/api/v1/${tool}?${query}`));
    const known = new Set(evidence.map(({ id }) => id));
    for (const { code, evidence: ids } of findings) {
      const needless = ids.length === 0 && without.includes(code);
      const good = ids.length > 0 && ids.length <= IDS_MAX && ids.every((id) => known.has(id));
      if (!needless && !good) unshown.add(`${query} ${code}`);
    }
  });
  return [...unshown];
}
