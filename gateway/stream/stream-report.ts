import type { Fault } from "@dnstools/core/tool/fault";
import type { Progress } from "@dnstools/server/client/call";
import { logFailure } from "@dnstools/server/http/http";
import { faultOf, problem } from "@dnstools/server/http/problem";
import type { RequestLog } from "@dnstools/server/http/request-log";
import type { Log } from "@dnstools/server/log";
import { leftAfter } from "../console/search-form.tsx";
import type { ToolRequest } from "../plugins/request-state.ts";
import type { Charge } from "../rate-limit/charge.ts";
import { isFree } from "../rate-limit/free.ts";
import type { StreamedForm } from "../report/choose-form.ts";
import { createEventWriter } from "./events.ts";
import type { Outlet } from "./outlet.ts";
import type { ReportPages } from "./report-pages.ts";
import { streamed } from "./streamed.ts";

/** Formats the start, the progress and the end of a call in one of the streamed formats. */
type Writer = {
  readonly start: string;
  readonly progress: (progress: Progress) => string;
  readonly answer: (json: string) => string;
  readonly problem: (json: string) => string;
};

/** Dependencies for streaming a report. */
export type StreamDeps = {
  readonly pages: ReportPages;
  readonly log: Log;
  readonly requestLog: RequestLog;
  /** Returns additional members for the problem document of a fault. */
  readonly extra: (fault: Fault) => Readonly<Record<string, unknown>>;
};

/** A call that runs while its response is streamed. */
export type StreamedCall = {
  readonly request: Request;
  readonly requestId: string;
  readonly asked: ToolRequest;
  readonly charge: Charge | null;
  /** Runs the call. @throws Fault */
  readonly call: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<string>;
};

/** Streams the response while the call runs, as a page or as events. The answer or the problem comes last. */
export function streamReport(form: StreamedForm, own: StreamedCall, deps: StreamDeps): Response {
  const write = form === "html" ? pageWriter(own, deps.pages) : eventWriter();
  return streamed(own.request, async (out, signal) => {
    out.send(write.start);
    out.send(await endOf(own, deps, { write, out, signal }));
  });
}

/** Runs the call and returns the final text, which contains the answer or the problem. */
async function endOf(
  { request, requestId, charge, call }: StreamedCall,
  deps: StreamDeps,
  { write, out, signal }: { readonly write: Writer; readonly out: Outlet; readonly signal: AbortSignal },
): Promise<string> {
  try {
    return write.answer(await call(signal, (progress) => out.sendProgress(write.progress(progress))));
  } catch (failure) {
    if (charge !== null && isFree(failure)) await charge.giveBack();
    logFailure(deps, request, requestId, failure);
    const fault = faultOf(failure);
    return write.problem(problem(fault, requestId, deps.extra(fault)).body);
  }
}

function pageWriter({ asked, charge }: StreamedCall, pages: ReportPages): Writer {
  const page = pages.of(asked, leftAfter(charge));
  return {
    start: page.start,
    progress: page.progress,
    answer(json) {
      const html = page.report(json) + page.again(0) + page.end;
      pages.keep(asked, json);
      return html;
    },
    problem: (json) => page.problem(json) + page.again(0) + page.end,
  };
}

function eventWriter(): Writer {
  return { start: "", ...createEventWriter() };
}
