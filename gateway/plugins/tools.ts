import { type Contract, type ServiceName, toolPath } from "@dnstools/core/tool/contract";
import { reportRoute } from "@dnstools/core/tool/report-path";
import type { CallService } from "@dnstools/server/client/call";
import { ServiceUnavailable } from "@dnstools/server/client/service-client";
import type { OpenSpan } from "@dnstools/server/trace/span";
import { Elysia } from "elysia";
import { reportBody, typeOf } from "../report/report-body.ts";
import { reportHeaders } from "../report/report-headers.ts";
import { requestState } from "./request-state.ts";

export type Services = Readonly<Partial<Record<ServiceName, CallService>>>;

/**
 * The tools' routes, two of each: both call its service. The API's gives the answer as it is, the other as a report.
 * @throws Fault as the service says.
 */
export function tools(
  contracts: readonly Contract[],
  services: Services,
  spanOf: (request: Request) => OpenSpan,
) {
  const app = new Elysia({ name: "tools" }).use(requestState);
  for (const contract of contracts) {
    const call = services[contract.service];
    if (call === undefined) continue;
    for (const path of [toolPath(contract.tool), reportRoute(contract.tool)])
      app.get(path, async ({ request, requestId, caller, asked, turn, set }) => {
        if (asked === null || turn === null) throw new Error("a tool's route without its turn");
        const span = spanOf(request);
        span.attributes["dnstools.waited_ms"] = turn.waitedMs;
        try {
          const { tool } = contract;
          const { input, shape, form } = asked;
          const { waitedMs } = turn;
          const asks = {
            tool,
            input,
            shape,
            requestId,
            trace: span.context,
            caller: callerHash(caller.name),
            waitedMs,
          };
          const answer = await call(asks, request.signal);
          const headers = set.headers as Record<string, string>;
          headers["content-type"] = typeOf(form ?? "json");
          if (form === null) return answer;
          Object.assign(headers, reportHeaders(headers));
          return reportBody(contract, answer, form);
        } catch (error) {
          // A call that came to a service is counted there.
          if (error instanceof ServiceUnavailable)
            asked.count.ended(error.timedOut ? "timeout" : "upstream_error");
          throw error;
        } finally {
          turn.leave();
        }
      });
  }
  return app;
}

/** Random for each process, so that services learn nothing of a caller but that it is the same one. */
const SALT = crypto.randomUUID();

/** Callers take turns at services by this text. */
function callerHash(name: string): string {
  return Bun.hash(`${SALT}${name}`).toString(36);
}
