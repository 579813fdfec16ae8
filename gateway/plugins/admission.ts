import type { ServiceName } from "@dnstools/core/tool/contract";
import type { Metrics } from "@dnstools/server/metrics/metrics";
import { Admission, type Load } from "@dnstools/server/run/admission";
import { Elysia } from "elysia";
import { requestState, type Turn } from "./request-state.ts";

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
    .resolve({ as: "scoped" }, async ({ caller, asked, request }): Promise<{ turn: Turn | null }> => {
      const own = asked === null ? undefined : admissions.get(asked.contract.service);
      if (asked === null || own === undefined) return { turn: null };
      const start = performance.now();
      try {
        const call = { caller: caller.name, target: "", cost: asked.contract.cost, waitedMs: 0 };
        const leave = await own.enter(call, request.signal);
        return { turn: { waitedMs: Math.round(performance.now() - start), leave } };
      } catch (refusal) {
        asked.count.ended(request.signal.aborted ? "cancelled" : "refused");
        throw refusal;
      }
    });
}
