import type { Answer } from "@dnstools/core/report/answer";
import { type Contract, toolPath } from "@dnstools/core/tool/contract";
import { Fault } from "@dnstools/core/tool/fault";
import { problemResponse } from "@dnstools/server/http/problem";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { answerResult, type Wanted } from "./answer-result.ts";
import { type Problem, problemResult } from "./problem-result.ts";
import { SHAPE } from "./tool-list.ts";

/** Asks this API by path and query, as the caller of the assistant's request. */
export type Ask = (path: string) => Promise<Response>;

/** What a caller sends for a tool's parameters. */
export type Arguments = Readonly<Record<string, unknown>>;

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
  const pairs = pairsOf(args);
  const wanted = wantedOf(pairs);
  const path = `${toolPath(contract.tool)}?${new URLSearchParams(apiPairs(pairs, wanted))}`;
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

type Pairs = [name: string, value: string][];

/** The arguments as the API takes them. What is null was left out: many assistants name every parameter. */
function pairsOf(args: Arguments): Pairs {
  return Object.entries(args).flatMap(([name, value]): Pairs => {
    return value === null || value === undefined ? [] : [[name, textOf(value)]];
  });
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** How much of the answer is wanted. A value that is none is the API's to refuse. */
function wantedOf(pairs: Pairs): Wanted {
  const sent = (name: string) =>
    pairs
      .find(([other]) => other === name)?.[1]
      .trim()
      .toLowerCase();
  return {
    view: sent("view") === "full" ? "full" : SHAPE.view.fallback.value,
    evidence: sent("evidence") === "full" ? "full" : SHAPE.evidence.fallback.value,
  };
}

/** The report is made of the whole answer, whatever of it is shown. */
function apiPairs(pairs: Pairs, { evidence }: Wanted): Pairs {
  const own = pairs.filter(([name, value]) => name !== "view" || value.trim().toLowerCase() !== "summary");
  return own.some(([name]) => name === "evidence") ? own : [...own, ["evidence", evidence]];
}
