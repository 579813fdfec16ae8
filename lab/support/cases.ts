import { expect } from "bun:test";
import { openApiCheck } from "./openapi-check.ts";
import type { Product } from "./product.ts";
import { atOnce } from "./run.ts";

/** One call of a tool, and what its answer must contain and must not contain. */
export type ToolCase = {
  readonly says: string;
  readonly query: string;
  /** The expected status. Default: 200. */
  readonly status?: number;
  /** Fields that `data` must contain, or the problem if the call is refused. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Expected codes and subjects of all findings; not checked if omitted. */
  readonly findings?: readonly (readonly [code: string, subject: string | null])[];
  /** Expected codes of all findings, each listed once; not checked if omitted. */
  readonly codes?: readonly string[];
};

/**
 * Makes all calls of a tool, and reports all failures together.
 * @param count number of concurrent calls; low, because cases test answers and not load
 */
export async function checkCases(
  product: Product,
  tool: string,
  cases: readonly ToolCase[],
  count = 6,
): Promise<void> {
  const check = await openApiCheck(product.url);
  const failures: string[] = [];
  const work = (one: ToolCase) =>
    checkCase(one).catch((reason) => void failures.push(`${one.says}: ${differences(reason)}`));
  await atOnce(cases, work, count);
  expect(failures).toEqual([]);

  async function checkCase({ says, query, status = 200, data, findings, codes }: ToolCase): Promise<void> {
    const response = await fetch(`${product.url}/api/v1/${tool}?${query}`);
    const body = await response.text();
    check(`/api/v1/${tool}`, response, body);
    const shown = response.ok ? JSON.parse(body).data : JSON.parse(body);
    expect({ says, status: response.status, data: shown }).toMatchObject({ says, status, data });
    const told: readonly { code: string; subject: string | null }[] = JSON.parse(body).findings ?? [];
    if (codes !== undefined)
      expect({ says, codes: [...new Set(told.map(({ code }) => code))].sort() }).toEqual({
        says,
        codes: codes.toSorted(),
      });
    if (findings === undefined) return;
    const inOrder = (list: readonly (readonly (string | null)[])[]) =>
      list.map((one) => one.join(" ")).sort();
    expect({ says, findings: inOrder(told.map((one) => [one.code, one.subject])) }).toEqual({
      says,
      findings: inOrder(findings),
    });
  }
}

/** Returns only the differing lines of the matcher's message, because answers are long. */
function differences(reason: unknown): string {
  const lines = String(reason instanceof Error ? reason.message : reason).split("\n");
  const differ = lines.filter((line) => /^- /.test(line) || line.startsWith("error"));
  return (differ.length > 0 ? differ : lines.slice(0, 20)).join("\n");
}
