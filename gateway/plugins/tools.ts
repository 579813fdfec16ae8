import { type Contract, type ServiceName, toolPath } from "@dnstools/core/tool/contract";
import { reportRoute } from "@dnstools/core/tool/report-path";
import type { CallService, Progress } from "@dnstools/server/client/call";
import { ServiceUnavailable } from "@dnstools/server/client/service-client";
import { IN_PIECES } from "@dnstools/server/http/pieces";
import type { OpenSpan } from "@dnstools/server/trace/span";
import { Elysia } from "elysia";
import { isStreamed } from "../report/choose-form.ts";
import { reportBody, typeOf } from "../report/report-body.ts";
import { pageHeaders, reportHeaders } from "../report/report-headers.ts";
import { WAITING } from "../stream/progress.ts";
import { type StreamDeps, streamReport } from "../stream/stream-report.ts";
import { type RequestState, requestState, type ToolRequest, type Turn } from "./request-state.ts";

export type Services = Readonly<Partial<Record<ServiceName, CallService>>>;

type ToolsDeps = StreamDeps & { readonly spanOf: (request: Request) => OpenSpan };

/**
 * The tools' routes, two of each: both call its service. The API's gives the answer as it is, the other as a report, also by POST, which
 * the button of a report's page sends.
 * @throws Fault as the service says, where the answer has not begun before.
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
      return streamReport(form, { request, requestId, asked, charge, call }, deps);
    };
    app.get(toolPath(contract.tool), answer);
    app.get(reportRoute(contract.tool), answer);
    app.post(reportRoute(contract.tool), answer);
  }
  return app;
}

type Own = {
  readonly service: CallService;
  readonly span: OpenSpan;
  readonly requestId: string;
  readonly caller: string;
  readonly asked: ToolRequest;
};

/** Makes a call in its turn, which ends with it, and counts an end that no service counts. */
async function callInTurn(
  { waitedMs, leave }: Turn,
  { service, span, requestId, caller, asked }: Own,
  signal: AbortSignal,
  onProgress?: (progress: Progress) => void,
): Promise<string> {
  span.attributes["dnstools.waited_ms"] = waitedMs;
  const { contract, input, shape, count } = asked;
  try {
    const asks = { tool: contract.tool, input, shape, requestId, trace: span.context, caller, waitedMs };
    return await service(asks, signal, onProgress);
  } catch (error) {
    // A call that came to a service is counted there.
    if (error instanceof ServiceUnavailable) count.ended(error.timedOut ? "timeout" : "upstream_error");
    throw error;
  } finally {
    leave();
  }
}

/** Random for each process, so that services learn nothing of a caller but that it is the same one. */
const SALT = crypto.randomUUID();

/** Callers take turns at services by this text. */
function callerHash(name: string): string {
  return Bun.hash(`${SALT}${name}`).toString(36);
}
