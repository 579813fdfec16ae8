import { join, say } from "@dnstools/core/report/blocks";
import { type Contract, toolPath } from "@dnstools/core/tool/contract";
import { inline } from "@dnstools/render/markdown";
import { type ProblemBody, renderProblemMarkdown } from "@dnstools/render/problem";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Arguments } from "./arguments.ts";
import { harmlessValues } from "./harmless-values.ts";

/** A refusal as this API writes it (RFC 9457). */
export type Problem = ProblemBody & Readonly<Record<string, unknown>>;

export type Refused = {
  readonly problem: Problem;
  /** Seconds, as the header has them; null for none. */
  readonly retryAfter: string | null;
  /** What the caller sent. */
  readonly args: Arguments;
  readonly contracts: readonly Contract[];
};

/** A refusal as a result: an assistant reads it and can do better, where an error of the protocol would end its work. */
export function problemResult({ problem, retryAfter, args, contracts }: Refused): CallToolResult {
  const { evidence: _, retry, ...told } = problem;
  const call = retry === undefined ? null : callOf(retry, args, contracts);
  const retryAfterS = retryAfter === null ? null : Number(retryAfter);
  const lines = [
    renderProblemMarkdown(told),
    ...(call === null
      ? []
      : [`${inline(join([`Call ${call.tool} instead with `, say`${JSON.stringify(call.arguments)}`]))}\n`]),
    ...(retryAfterS === null ? [] : [`Try again after ${retryAfterS} s.\n`]),
  ];
  const structured = {
    ...told,
    ...(call === null ? {} : { retry: call }),
    ...(retryAfterS === null ? {} : { retryAfterS }),
  };
  return {
    isError: true,
    content: [{ type: "text", text: lines.join("\n") }],
    structuredContent: harmlessValues(structured) as Record<string, unknown>,
  };
}

/** The call that was meant, as a tool and its arguments; null for what is no call of a tool. */
function callOf(retry: string, args: Arguments, contracts: readonly Contract[]) {
  const { pathname, searchParams } = new URL(retry, "http://localhost");
  const contract = contracts.find(({ tool }) => toolPath(tool) === pathname);
  if (contract === undefined) return null;
  // How the answer is shown was added on the way.
  const pairs = [...searchParams].filter(
    ([name]) => (name !== "view" && name !== "evidence") || name in args,
  );
  return { tool: contract.tool, arguments: Object.fromEntries(pairs) };
}
