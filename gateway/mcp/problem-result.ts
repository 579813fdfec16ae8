import { join, say } from "@dnstools/core/report/blocks";
import { type Contract, toolPath } from "@dnstools/core/tool/contract";
import { inline } from "@dnstools/render/markdown";
import { type ProblemBody, renderProblemMarkdown } from "@dnstools/render/problem";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Arguments } from "./arguments.ts";
import { harmlessValues } from "./harmless-values.ts";

/** A problem document of this API (RFC 9457). */
export type Problem = ProblemBody & Readonly<Record<string, unknown>>;

/** A tool call that the API refused. */
export type Refused = {
  readonly problem: Problem;
  /** Value of the Retry-After header in seconds; null if the header is missing. */
  readonly retryAfter: string | null;
  /** Arguments that the assistant sent. */
  readonly args: Arguments;
  readonly contracts: readonly Contract[];
};

/**
 * Converts a refusal to an MCP result with isError set. An assistant can read such a result and correct its call,
 * whereas a protocol error would abort the assistant's work.
 */
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

/** Returns the suggested call as a tool with its arguments; null if the suggestion is not a tool call. */
function callOf(retry: string, args: Arguments, contracts: readonly Contract[]) {
  const { pathname, searchParams } = new URL(retry, "http://localhost");
  const contract = contracts.find(({ tool }) => toolPath(tool) === pathname);
  if (contract === undefined) return null;
  // Keeps `view` and `evidence` only if the assistant sent them; otherwise readArguments added them.
  const pairs = [...searchParams].filter(
    ([name]) => (name !== "view" && name !== "evidence") || name in args,
  );
  return { tool: contract.tool, arguments: Object.fromEntries(pairs) };
}
