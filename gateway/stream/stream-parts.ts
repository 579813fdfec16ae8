import type { ServiceName } from "@dnstools/core/tool/contract";
import type { CallService } from "@dnstools/server/client/call";
import { logFailure } from "@dnstools/server/http/http";
import { IN_PIECES } from "@dnstools/server/http/pieces";
import { faultOf, problem } from "@dnstools/server/http/problem";
import type { OpenSpan } from "@dnstools/server/trace/span";
import type { PartCall } from "../console/everything.ts";
import type { EverythingPage } from "../console/everything-page.tsx";
import type { Assets } from "../pages/assets.ts";
import { callInTurn } from "../plugins/call-in-turn.ts";
import type { ToolRequest, Turn } from "../plugins/request-state.ts";
import type { Charge } from "../rate-limit/charge.ts";
import { isFree } from "../rate-limit/free.ts";
import { callKey, type KeptReports } from "./kept-reports.ts";
import type { StreamDeps } from "./stream-report.ts";
import { streamed } from "./streamed.ts";

/** A tool call of an overview, and the turn of this call. */
export type PartTurn = {
  readonly part: PartCall & Pick<ToolRequest, "count">;
  readonly turn: Promise<Turn>;
};

/** Dependencies for streaming an overview. */
export type SeveralDeps = Pick<StreamDeps, "log" | "requestLog" | "extra"> & {
  readonly assets: Assets;
  readonly kept: KeptReports;
  readonly services: Readonly<Partial<Record<ServiceName, CallService>>>;
  readonly spanOf: (request: Request) => OpenSpan;
};

/** The calls of an overview, which were charged together, and the page that shows them. */
export type StreamedParts = {
  readonly request: Request;
  readonly requestId: string;
  /** The hash of the caller, from callerHash. */
  readonly caller: string;
  readonly turns: readonly PartTurn[];
  readonly charge: Charge | null;
  readonly page: EverythingPage;
  /** Cache key of the page. The page is only kept if every call has an answer. */
  readonly key: string;
};

/** The HTML of a tool's card, and how its call ended. */
type Shown = { readonly html: string; readonly end: "answer" | "free" | "charged" };

/**
 * Runs the calls concurrently and streams the card of each call when it is ready. The units are refunded if no call
 * did any work.
 */
export function streamParts(own: StreamedParts, deps: SeveralDeps): Response {
  const { request, turns, charge, page, key } = own;
  const response = streamed(request, async (out, signal) => {
    out.send(page.start);
    const shown = await Promise.all(
      turns.map(async (one) => {
        const made = await show(one, own, deps, signal);
        out.send(made.html);
        return made;
      }),
    );
    if (charge !== null && shown.every(({ end }) => end === "free")) await charge.giveBack();
    if (shown.every(({ end }) => end === "answer"))
      deps.kept.set(key, shown.map(({ html }) => html).join(""));
    out.send(page.end(0));
  });
  for (const [name, value] of Object.entries(IN_PIECES)) response.headers.set(name, value);
  return response;
}

async function show(
  { part, turn }: PartTurn,
  { request, requestId, caller, page }: StreamedParts,
  deps: SeveralDeps,
  signal: AbortSignal,
): Promise<Shown> {
  try {
    const entered = await turn;
    const service = deps.services[part.contract.service];
    if (service === undefined) throw new Error(`no service ${part.contract.service}`);
    const span = deps.spanOf(request);
    const answer = await callInTurn(entered, { service, span, requestId, caller, asked: part }, signal);
    // The answer is kept, because the card links to the report of this call.
    deps.kept.set(callKey(part.contract, part), answer);
    return { html: page.part(part, answer), end: "answer" };
  } catch (failure) {
    logFailure(deps, request, requestId, failure);
    const fault = faultOf(failure);
    const { body } = problem(fault, requestId, deps.extra(fault));
    return { html: page.problem(part, body), end: isFree(failure) ? "free" : "charged" };
  }
}
