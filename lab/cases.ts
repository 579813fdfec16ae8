import { expect } from "bun:test";
import { openApiCheck } from "./openapi-check.ts";
import type { Product } from "./product.ts";

/** One question to a tool, and what the answer must and must not say. */
export type ToolCase = {
  readonly says: string;
  readonly query: string;
  /** Default 200. */
  readonly status?: number;
  /** Must be contained in `data`, or in the problem. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Codes and subjects of all findings, and no others; not looked at where it is left out. */
  readonly findings?: readonly (readonly [code: string, subject: string | null])[];
  /** The codes of all findings, each once; not looked at where it is left out. */
  readonly codes?: readonly string[];
};

/**
 * Does some work for each of a list, a few at the same time: cases are of what is answered, not of how much is asked.
 * Ends with the first that fails, as Promise.all.
 */
export async function forEachOf<T>(
  list: readonly T[],
  work: (one: T) => Promise<void>,
  atOnce = 6,
): Promise<void> {
  const left = list.values();
  const worker = async () => {
    for (const one of left) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Asks a tool every question; all that is wrong is told at once. @param atOnce questions at the same time. */
export async function checkCases(
  product: Product,
  tool: string,
  cases: readonly ToolCase[],
  atOnce?: number,
): Promise<void> {
  const check = await openApiCheck(product.url);
  const failures: string[] = [];
  const work = (one: ToolCase) =>
    checkCase(one).catch((reason) => void failures.push(`${one.says}: ${differences(reason)}`));
  await forEachOf(cases, work, atOnce);
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

/** Of what the matcher says the lines that differ: answers are long. */
function differences(reason: unknown): string {
  const lines = String(reason instanceof Error ? reason.message : reason).split("\n");
  const differ = lines.filter((line) => /^- /.test(line) || line.startsWith("error"));
  return (differ.length > 0 ? differ : lines.slice(0, 20)).join("\n");
}
