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
};

/** Asks a tool every question at the same time; all that is wrong is told at once. */
export async function checkCases(product: Product, tool: string, cases: readonly ToolCase[]): Promise<void> {
  const check = await openApiCheck(product.url);
  const results = await Promise.allSettled(
    cases.map(async ({ says, query, status = 200, data, findings }) => {
      const response = await fetch(`${product.url}/api/v1/${tool}?${query}`);
      const body = await response.text();
      check(`/api/v1/${tool}`, response, body);
      const shown = response.ok ? JSON.parse(body).data : JSON.parse(body);
      expect({ says, status: response.status, data: shown }).toMatchObject({ says, status, data });
      if (findings === undefined) return;
      const told = JSON.parse(body).findings.map((one: { code: string; subject: string | null }) => [
        one.code,
        one.subject,
      ]);
      const inOrder = (list: readonly (readonly (string | null)[])[]) =>
        list.map((one) => one.join(" ")).sort();
      expect({ says, findings: inOrder(told) }).toEqual({ says, findings: inOrder(findings) });
    }),
  );
  const failures = results.flatMap((result, i) =>
    result.status === "rejected" ? [`${cases[i]?.says}: ${differences(result.reason)}`] : [],
  );
  expect(failures).toEqual([]);
}

/** Of what the matcher says the lines that differ: answers are long. */
function differences(reason: unknown): string {
  const lines = String(reason instanceof Error ? reason.message : reason).split("\n");
  const differ = lines.filter((line) => /^- /.test(line) || line.startsWith("error"));
  return (differ.length > 0 ? differ : lines.slice(0, 20)).join("\n");
}
