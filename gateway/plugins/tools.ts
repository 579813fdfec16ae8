import { type Contract, type ServiceName, toolPath } from "@dnstools/core/tool/contract";
import { reportRoute } from "@dnstools/core/tool/report-path";
import type { CallService, Progress } from "@dnstools/server/client/call";
import { IN_PIECES } from "@dnstools/server/http/pieces";
import type { OpenSpan } from "@dnstools/server/trace/span";
import { Elysia } from "elysia";
import { isStreamed } from "../report/choose-form.ts";
import { reportBody, typeOf } from "../report/report-body.ts";
import { pageHeaders, reportHeaders } from "../report/report-headers.ts";
import { WAITING } from "../stream/progress.ts";
import { type StreamDeps, streamReport } from "../stream/stream-report.ts";
import { callerHash, callInTurn } from "./call-in-turn.ts";
import { type RequestState, requestState, type Turn } from "./request-state.ts";

/** The services by name; the tools of a missing service have no routes. */
export type Services = Readonly<Partial<Record<ServiceName, CallService>>>;

type ToolsDeps = StreamDeps & { readonly spanOf: (request: Request) => OpenSpan };

/**
 * Serves two routes for each tool, which both call the tool's service. The API route returns the answer as JSON; the
 * other route returns a report. Reports also allow POST, which the button on their page sends.
 * @throws Fault of the service, if the response has not begun
 */
export function tools(contracts: readonly Contract[], services: Services, deps: ToolsDeps) {
  const app = new Elysia({ name: "tools" }).use(requestState);
  for (const contract of contracts) {
    const service = services[contract.service];
    if (service === undefined) continue;
    const answer = async ({ request, requestId, caller, asked, turn, charge, set }: RequestState) => {
      if (asked === null || turn === null) throw new Error("a tool's route without its turn");
      const { form } = asked;
      const span = deps.spanOf(request);
      const own = { service, span, requestId, caller: callerHash(caller.name), asked };
      const headers = set.headers as Record<string, string>;
      headers["content-type"] = typeOf(form ?? "json");
      if (form !== null) Object.assign(headers, reportHeaders(headers));
      if (form === null || !isStreamed(form)) {
        const json = await callInTurn(await turn, own, request.signal);
        return form === null ? json : reportBody(contract, json, form);
      }
      Object.assign(headers, IN_PIECES, form === "html" ? pageHeaders("kept") : {});
      const call = async (signal: AbortSignal, onProgress: (progress: Progress) => void) => {
        if (turn instanceof Promise) onProgress(WAITING);
        return callInTurn(await turn, own, signal, onProgress);
      };
      try {
        return streamReport(form, { request, requestId, asked, charge, call }, deps);
      } catch (error) {
        giveUp(turn);
        throw error;
      }
    };
    app.get(toolPath(contract.tool), answer);
    app.get(reportRoute(contract.tool), answer);
    app.post(reportRoute(contract.tool), answer);
  }
  return app;
}

/** Ends the turn of a call that will not be made. */
function giveUp(turn: Turn | Promise<Turn>): void {
  Promise.resolve(turn).then(
    ({ leave }) => leave(),
    () => {},
  );
}
