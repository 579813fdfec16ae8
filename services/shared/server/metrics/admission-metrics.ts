import { createTally, type MetricMakers } from "./metric-makers.ts";

/** What one admission counts. */
export type AdmissionMetrics = {
  readonly watch: (view: AdmissionView) => void;
  readonly waited: (ms: number) => void;
  readonly refused: (why: "full" | "late") => void;
};

/** What an admission shows when it is scraped: units at work, units that fit, calls that wait. */
type AdmissionView = {
  readonly capacity: number;
  readonly inside: () => number;
  readonly waiting: () => number;
};

const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Counted = {
  readonly labels: { readonly at: string; readonly service: string };
  view: AdmissionView;
  readonly time: ReturnType<typeof createTally>;
  readonly refused: { full: number; late: number };
};

/** Metrics of every admission of a process. @returns begins to count one: where it stands (`gateway` or `service`), and of which service. */
export function admissionMetrics(
  make: MetricMakers,
): (at: "gateway" | "service", service: string) => AdmissionMetrics {
  const all: Counted[] = [];
  const each = (value: (view: AdmissionView) => number) => () =>
    all.map(({ labels, view }) => [labels, value(view)] as const);
  const names = ["at", "service"];
  make.gaugeOf(
    "admission_units",
    "Units of calls at work.",
    names,
    each(({ inside }) => inside()),
  );
  make.gaugeOf(
    "admission_capacity_units",
    "Units of calls that may be at work at once; 0 for any.",
    names,
    each(({ capacity }) => capacity),
  );
  make.gaugeOf(
    "admission_waiting",
    "Calls that wait for their turn.",
    names,
    each(({ waiting }) => waiting()),
  );
  make.histogramOf(
    "admission_wait_seconds",
    "Time that admitted calls waited for their turn.",
    names,
    SECONDS,
    () => all.map(({ labels, time }) => [labels, time] as const),
  );
  make.counterOf(
    "admission_refused_total",
    "Calls that got no turn: the queue was full, or the wait was too long (late).",
    [...names, "reason"],
    () =>
      all.flatMap(({ labels, refused }) =>
        Object.entries(refused).map(([reason, count]) => [{ ...labels, reason }, count] as const),
      ),
  );
  return (at, service) => {
    const counted: Counted = {
      labels: { at, service },
      view: { capacity: 0, inside: () => 0, waiting: () => 0 },
      time: createTally(SECONDS),
      refused: { full: 0, late: 0 },
    };
    all.push(counted);
    return {
      watch(view) {
        counted.view = view;
      },
      waited: (ms) => counted.time.observe(ms / 1000),
      refused(why) {
        counted.refused[why] += 1;
      },
    };
  };
}
