import type { ServiceName } from "@dnstools/core/tool/contract";
import type { Metrics } from "@dnstools/server/metrics/metrics";
import { Admission, type Load } from "@dnstools/server/run/admission";
import type { Caller, ToolRequest, Turn } from "./request-state.ts";

/** Waits for a call's turn at its service. @throws Fault overloaded, client_gone */
export type EnterTurn = (
  asked: Pick<ToolRequest, "contract" | "count">,
  caller: Caller,
  signal: AbortSignal,
) => Promise<Turn>;

/**
 * Creates the queues of waiting calls. Each service has its own queue, so that a slow service does not delay the
 * others.
 */
export function createTurns(services: readonly ServiceName[], load: Load, metrics: Metrics): EnterTurn {
  const admissions = new Map(
    services.map((service) => [
      service,
      // The gateway has no limit per target: the service limits calls per target, because it receives the calls of all
      // gateways.
      new Admission({ ...load, perTarget: 0, metrics: metrics.admission("gateway", service) }),
    ]),
  );
  return async ({ contract, count }, { name }, signal) => {
    const own = admissions.get(contract.service);
    if (own === undefined) throw new Error(`no turns at the service ${contract.service}`);
    const start = performance.now();
    try {
      const call = { caller: name, target: "", cost: contract.cost, waitedMs: 0 };
      const leave = await own.enter(call, signal);
      return { waitedMs: Math.round(performance.now() - start), leave };
    } catch (refusal) {
      count.ended(signal.aborted ? "cancelled" : "refused");
      throw refusal;
    }
  };
}

/** Resolves to true if a promise settles within this iteration of the event loop, like the refusal by a full queue. */
export async function endsAtOnce(work: Promise<unknown>): Promise<boolean> {
  const later = Promise.withResolvers<false>();
  setImmediate(() => later.resolve(false));
  const ended = work.then(
    () => true,
    () => true,
  );
  return Promise.race([ended, later.promise]);
}
