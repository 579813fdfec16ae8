import { json, type Product } from "./product.ts";
import { atOnce } from "./run.ts";

/** What an answer says of its findings, as far as their evidence goes. */
type Answer = {
  readonly summary: { readonly status: string; readonly text: string };
  readonly findings: readonly { readonly code: string; readonly evidence: readonly string[] }[] | undefined;
  readonly evidence: readonly { readonly id: string }[];
};

/** Ids that a finding may have: more show nothing to people. */
const IDS_MAX = 20;

/**
 * Asks a tool every question, and gives the findings that no exchange of their own answer shows, as `query code`.
 * @param without codes that need none.
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
