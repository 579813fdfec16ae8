import type { Answer } from "@dnstools/core/report/answer";
import { type Contract, toolPath } from "@dnstools/core/tool/contract";
import { Fault } from "@dnstools/core/tool/fault";
import { problemResponse } from "@dnstools/server/http/problem";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { answerResult } from "./answer-result.ts";
import { type Arguments, readArguments } from "./arguments.ts";
import { type Problem, problemResult } from "./problem-result.ts";

/** Asks this API by path and query, as the caller of the assistant's request. */
export type Ask = (path: string) => Promise<Response>;

export type Call = {
  readonly contract: Contract;
  readonly args: Arguments;
  /** The tools that a refusal may lead to. */
  readonly contracts: readonly Contract[];
  readonly ask: Ask;
};

/** As long as a URL that nginx takes, and a call that a service takes. */
const PATH_MAX = 8192;

/**
 * Calls a tool through this API, and makes its answer or its refusal a result. The arguments become a query: what is right for the API
 * is right here, and anything else is refused with the same words.
 */
export async function callTool({ contract, args, contracts, ask }: Call): Promise<CallToolResult> {
  const { query, wanted } = readArguments(args);
  const path = `${toolPath(contract.tool)}?${query}`;
  const response = path.length > PATH_MAX ? tooLong() : await ask(path);
  const body: unknown = await response.json();
  if (response.status === 200) return answerResult(contract, body as Answer, wanted);
  const retryAfter = response.headers.get("retry-after");
  return problemResult({ problem: body as Problem, retryAfter, args, contracts });
}

function tooLong(): Response {
  const detail = "The arguments are too long: send at most 8 kB. No parameter needs more.";
  return problemResponse(new Fault("uri_too_long", { detail }), "");
}
