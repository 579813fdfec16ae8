import { type Contract, toolPath } from "@dnstools/core/contract";
import { FAULTS, Fault } from "@dnstools/core/fault";
import type { Metrics } from "@dnstools/service/metrics";
import { AUTHENTICATE, problem } from "@dnstools/service/problem";
import { answerHeaders, CORS_HEADERS } from "./answer-headers.ts";
import type { Caller } from "./caller.ts";
import type { Overload } from "./overload.ts";
import type { Charge, Limiter, LimitState } from "./policies/limit/limiter.ts";

export type QuickOptions = {
  readonly contracts: readonly Contract[];
  readonly limiter: Limiter;
  /** Whether the limit's state is in this process, and so known without asking. */
  readonly limitIsHere: boolean;
  readonly overload: Overload;
  readonly metrics: Metrics;
  readonly requestIdOf: (request: Request) => string;
  readonly problemExtra: (fault: Fault) => Readonly<Record<string, unknown>>;
};

/** Refusals that are known before anything is read. */
export type Quick = {
  /** What a request will be charged, as its path says; null where nothing. */
  readonly costOf: (request: Request, path: string) => number | null;
  /** Refuses what will be refused whatever it asks; null for all others. @param cost as `costOf` says. */
  readonly refuse: (request: Request, path: string, caller: Caller, cost: number | null) => Response | null;
  /** A refusal's answer, with the headers of every answer. */
  readonly respond: (request: Request, state: LimitState, fault: Fault) => Response;
};

const ALWAYS = new Headers({ ...CORS_HEADERS, "content-type": "application/problem+json" });

/** A flood must cost less to refuse than to answer, or refusing would not help: so it comes before routing. */
export function createQuick(options: QuickOptions): Quick {
  const { limiter, overload, metrics, requestIdOf, problemExtra } = options;
  const texts = {
    limit_exceeded: problemText("limit_exceeded", problemExtra),
    overloaded: problemText("overloaded", problemExtra),
  };
  const costs = new Map(options.contracts.map(({ tool, cost }) => [toolPath(tool), cost]));
  const counts = new Map(options.contracts.map(({ tool }) => [toolPath(tool), metrics.tool(tool)]));

  function answer(request: Request, state: LimitState, { status, retryAfterS, text }: Written): Response {
    const requestId = requestIdOf(request);
    const changing: Record<string, string> = {};
    answerHeaders(changing, state, requestId, limiter.windowS);
    if (status === 401) changing["www-authenticate"] = AUTHENTICATE;
    if (retryAfterS !== null) changing["retry-after"] = retryAfterS;
    // A copy and some changes cost half of what making all headers anew does.
    const headers = new Headers(ALWAYS);
    for (const name in changing) headers.set(name, changing[name] ?? "");
    return new Response(text(requestId), { status, headers });
  }

  /** What is refused often has its text made once. */
  const quickly = (request: Request, state: LimitState, { code, detail, retryAfterS }: Refusal) =>
    answer(request, state, {
      status: FAULTS[code].status,
      retryAfterS: String(retryAfterS),
      text: (requestId) => texts[code](detail, requestId),
    });

  function respond(request: Request, state: LimitState, fault: Fault): Response {
    const { status, headers } = problem(fault, "");
    return answer(request, state, {
      status,
      retryAfterS: headers["retry-after"] ?? null,
      text: (requestId) => problem(fault, requestId, problemExtra(fault)).body,
    });
  }

  return {
    respond,
    costOf({ method }, path) {
      const cost = costs.get(path);
      return cost !== undefined && (method === "GET" || method === "HEAD") ? cost : null;
    },
    refuse(request, path, { refusal, name, client, keyId, state }, cost) {
      // A preflight is counted and let through: without it a page could not even read that it is refused.
      if (!overload.admits(name) && request.method !== "OPTIONS") {
        if (cost !== null) counts.get(path)?.ended("refused");
        return quickly(request, state, LATE);
      }
      if (refusal !== null) return respond(request, state, refusal);
      if (cost === null || keyId !== null || !options.limitIsHere || state.remaining >= cost) return null;
      const charge = limiter.charge(client, cost);
      if (charge instanceof Promise) throw new Error("a limit that is here was not known at once");
      if (charge.granted) {
        // A unit has come back since the state was looked at.
        void charge.giveBack();
        return null;
      }
      metrics.units("anonymous", "denied", cost);
      return quickly(request, refusedState(charge), limitRefusal(cost, charge));
    },
  };
}

/** An answer's parts that differ; its text by the request's id. */
type Written = {
  readonly status: number;
  readonly retryAfterS: string | null;
  readonly text: (requestId: string) => string;
};

/** What headers show of a call that the limit refuses: as many seconds as are to be waited. */
export function refusedState({ state, retryAfterS }: Charge): LimitState {
  return { ...state, resetS: retryAfterS };
}

/** Why the limit refuses a call. */
export function limitRefusal(cost: number, { state, retryAfterS }: Charge): Refusal {
  const detail = `This call costs ${cost} of ${state.limit} units and ${state.remaining} are left: try again in ${retryAfterS} s.`;
  return { code: "limit_exceeded", detail, retryAfterS };
}

/** A refusal that is not thrown. Its detail has nothing that JSON must escape. */
type Refusal = {
  readonly code: "limit_exceeded" | "overloaded";
  readonly detail: string;
  readonly retryAfterS: number;
};

const LATE: Refusal = {
  code: "overloaded",
  detail: "This API has more to do than it can just now. Try again in a few seconds.",
  retryAfterS: 2,
};

/** A problem's JSON, made once: what differs is put in between. */
function problemText(code: Refusal["code"], extra: QuickOptions["problemExtra"]) {
  const [detailMark, idMark] = ["@detail@", "@id@"];
  const fault = new Fault(code, { detail: detailMark });
  const { body } = problem(fault, idMark, extra(fault));
  const [head, rest = ""] = body.split(detailMark);
  const [middle, tail] = rest.split(idMark);
  return (detail: string, requestId: string) => `${head}${detail}${middle}${requestId}${tail}`;
}
