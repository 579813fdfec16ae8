import type { Answer } from "@dnstools/core/report/answer";
import { type Contract, toolPath } from "@dnstools/core/tool/contract";
import { Fault } from "@dnstools/core/tool/fault";
import { problemResponse } from "@dnstools/server/http/problem";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { answerResult } from "./answer-result.ts";
import { type Arguments, readArguments } from "./arguments.ts";
import { type Problem, problemResult } from "./problem-result.ts";

/** Sends a request for a path and query to this API on behalf of the assistant's user. */
export type Ask = (path: string) => Promise<Response>;

/** A tool call of an assistant. */
export type Call = {
  readonly contract: Contract;
  readonly args: Arguments;
  /** The tools that a refused call may suggest. */
  readonly contracts: readonly Contract[];
  readonly ask: Ask;
};

/** Maximum length of a path with its query, the same as in nginx and in calls to the services. */
const PATH_MAX = 8192;

/**
 * Calls a tool through this API, and converts the answer or refusal to an MCP result. The arguments become a query
 * string, so the API's rules and error messages also apply to MCP calls.
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
