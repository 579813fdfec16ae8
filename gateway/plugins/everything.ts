import type { ToolMetrics } from "@dnstools/server/metrics/request-metrics";
import { Elysia } from "elysia";
import { EVERYTHING_ROUTE, type Everything, readEverything } from "../console/everything.ts";
import { createEverythingPage, everythingRunPage } from "../console/everything-page.tsx";
import { leftAfter } from "../console/search-form.tsx";
import { PAGE_TYPE } from "../pages/page.tsx";
import { mayRun, wantsFresh } from "../report/may-run.ts";
import { type Readings, targetOf } from "../report/read-report.ts";
import { pageHeaders, reportHeaders } from "../report/report-headers.ts";
import { type PartTurn, type SeveralDeps, streamParts } from "../stream/stream-parts.ts";
import { callerHash } from "./call-in-turn.ts";
import type { TakeUnits } from "./rate-limit.ts";
import { type Caller, requestState } from "./request-state.ts";
import { type EnterTurn, endsAtOnce } from "./turns.ts";

/** Dependencies of the overview's route. */
export type EverythingDeps = SeveralDeps & {
  readonly readings: Readings;
  readonly take: TakeUnits;
  readonly enter: EnterTurn;
  readonly count: (tool: Everything["parts"][number]["contract"]["tool"]) => ToolMetrics;
};

/**
 * Serves `/all/{target}`, the overview of a name or an address: one page with the results of several tools. The rules
 * are the same as for the page of a report. The calls are charged together, and either all of them start or none.
 * @throws Fault invalid_parameter, target_denied, limit_exceeded, overloaded
 */
export function everything(deps: EverythingDeps) {
  const { readings, kept, assets } = deps;
  const { contracts } = readings;
  const answer = async ({ request, requestId, caller, set }: Context) => {
    const whole = readEverything(targetOf(request.url), readings);
    const props = { everything: whole, contracts, assets };
    const headers = set.headers as Record<string, string>;
    Object.assign(headers, reportHeaders(headers), pageHeaders("no-store"), { "content-type": PAGE_TYPE });
    if (request.method === "HEAD") {
      // The length of the response to a GET request is unknown here, as for a report.
      headers["transfer-encoding"] = "chunked";
      return "";
    }
    if (!mayRun(request, { form: "html", named: true })) return everythingRunPage(props);
    const key = JSON.stringify(["all", whole.target]);
    const known = wantsFresh(request) ? null : kept.get(key);
    if (known !== null) {
      Object.assign(headers, pageHeaders("kept"), { age: String(known.ageS) });
      const page = createEverythingPage(props);
      return page.start + known.text + page.end(known.ageS);
    }
    const charge = await deps.take(caller, whole.units, headers);
    const turns = await enterAll(whole, caller, request.signal).catch(async (refusal) => {
      await charge?.giveBack();
      headers["x-request-cost"] = "0";
      throw refusal;
    });
    // These headers are only set after all calls were admitted, because a refusal must not be cached.
    Object.assign(headers, pageHeaders("kept"));
    const page = createEverythingPage({ ...props, units: leftAfter(charge) });
    return streamParts(
      { request, requestId, caller: callerHash(caller.name), turns, charge, page, key },
      deps,
    );
  };

  /** Requests the turns of all calls. If one call is refused at once, all turns are given up. */
  async function enterAll(
    { parts }: Everything,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<readonly PartTurn[]> {
    const whole = new AbortController();
    const both = AbortSignal.any([signal, whole.signal]);
    const entering = parts.map((part): PartTurn => {
      const asked = { ...part, count: deps.count(part.contract.tool) };
      return { part: asked, turn: deps.enter(asked, caller, both) };
    });
    const refusals: unknown[] = [];
    for (const { turn } of entering) turn.catch((refusal) => refusals.push(refusal));
    await endsAtOnce(Promise.all(entering.map(({ turn }) => turn)));
    if (refusals.length === 0) return entering;
    whole.abort();
    for (const { turn } of entering)
      turn.then(
        ({ leave }) => leave(),
        () => {},
      );
    throw refusals[0];
  }

  return new Elysia({ name: "everything" })
    .use(requestState)
    .get(EVERYTHING_ROUTE, answer)
    .post(EVERYTHING_ROUTE, answer);
}

type Context = {
  readonly request: Request;
  readonly requestId: string;
  readonly caller: Caller;
  readonly set: { readonly headers: Record<string, unknown> };
};
