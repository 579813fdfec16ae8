import { CIRCUIT_STATES, type CircuitState } from "@dnstools/concurrency/circuit-breaker";
import { CALL_OUTCOMES, type CallOutcome } from "../client/service-client.ts";
import { createTally, type MetricMakers } from "./metric-makers.ts";

/** Counts a call to a service in another process. @param circuit tells its state whenever that is asked for. */
export type UpstreamMetrics = (outcome: CallOutcome, circuit: () => CircuitState, elapsedMs: number) => void;

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

type Tally = {
  readonly outcomes: Map<CallOutcome, number>;
  readonly time: ReturnType<typeof createTally>;
  circuit: () => CircuitState;
};

export function upstreamMetrics(make: MetricMakers): (service: string) => UpstreamMetrics {
  const tallies = new Map<string, Tally>();
  make.counterOf(
    "gateway_upstream_requests_total",
    "Calls to services in other processes.",
    ["service", "outcome"],
    () =>
      [...tallies].flatMap(([service, { outcomes }]) =>
        [...outcomes].map(([outcome, count]) => [{ service, outcome }, count] as const),
      ),
  );
  make.histogramOf(
    "gateway_upstream_duration_seconds",
    "Time of a call to a service in another process.",
    ["service"],
    SECONDS,
    () => [...tallies].map(([service, { time }]) => [{ service }, time] as const),
  );
  make.gaugeOf(
    "gateway_upstream_circuit_state",
    "Which state the circuit to a service in another process is in: 1 for that one.",
    ["service", "state"],
    () =>
      [...tallies].flatMap(([service, { circuit }]) =>
        CIRCUIT_STATES.map((state) => [{ service, state }, Number(state === circuit())] as const),
      ),
  );
  return (service) => {
    const tally: Tally = {
      outcomes: new Map(CALL_OUTCOMES.map((outcome) => [outcome, 0])),
      time: createTally(SECONDS),
      circuit: () => "closed",
    };
    tallies.set(service, tally);
    return (outcome, circuit, elapsedMs) => {
      tally.outcomes.set(outcome, (tally.outcomes.get(outcome) ?? 0) + 1);
      // A call that was not made took no time; one that was made again is timed when it ends.
      if (outcome !== "refused" && outcome !== "retried") tally.time.observe(elapsedMs / 1000);
      tally.circuit = circuit;
    };
  };
}
