import type { ServiceName } from "@dnstools/core/tool/contract";
import type { Metrics } from "@dnstools/server/metrics/metrics";
import { Admission, type Load } from "@dnstools/server/run/admission";
import { Elysia } from "elysia";
import { isStreamed } from "../report/choose-form.ts";
import { type Caller, requestState, type ToolRequest, type Turn } from "./request-state.ts";

/**
 * Lets calls wait for their turn at their service, each service by itself: one that hangs must not hold the turns of others.
 * The route's handler leaves.
 * @throws Fault overloaded, client_gone
 */
export function admission(services: readonly ServiceName[], load: Load, metrics: Metrics) {
  const admissions = new Map(
    services.map((service) => [
      service,
      // What a call is about is the service's to limit: it is where calls of all gateways come together.
      new Admission({ ...load, perTarget: 0, metrics: metrics.admission("gateway", service) }),
    ]),
  );

  return new Elysia({ name: "admission" })
    .use(requestState)
    .resolve({ as: "scoped" }, async ({ caller, asked, request }): Promise<Entered> => {
      const own = asked === null ? undefined : admissions.get(asked.contract.service);
      if (asked === null || own === undefined) return { turn: null };
      const entering = enter(own, asked, caller, request.signal);
      // What is refused at once has its status. A stream begins while its call waits, and says so.
      if (asked.form !== null && isStreamed(asked.form) && (await isDecidedLater(entering)))
        return { turn: entering };
      return { turn: await entering };
    });
}

type Entered = { turn: Turn | Promise<Turn> | null };

async function enter(
  admission: Admission,
  { contract, count }: ToolRequest,
  { name }: Caller,
  signal: AbortSignal,
): Promise<Turn> {
  const start = performance.now();
  try {
    const call = { caller: name, target: "", cost: contract.cost, waitedMs: 0 };
    const leave = await admission.enter(call, signal);
    return { waitedMs: Math.round(performance.now() - start), leave };
  } catch (refusal) {
    count.ended(signal.aborted ? "cancelled" : "refused");
    throw refusal;
  }
}

/** Whether work needs more than the turn of the event loop that it began in. */
async function isDecidedLater(work: Promise<unknown>): Promise<boolean> {
  const later = Promise.withResolvers<true>();
  setImmediate(() => later.resolve(true));
  const decided = work.then(
    () => false,
    () => false,
  );
  return Promise.race([decided, later.promise]);
}
