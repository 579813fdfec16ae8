import { OBJECTIVE, PERIOD } from "@dnstools/deploy/prometheus/slo";
import type { Prometheus } from "@dnstools/deploy/test/live/prometheus";
import type { Happened } from "./alerts-phases.ts";
import type { Counted } from "./faults-stand.ts";
import { reached } from "./figures.ts";
import { goal } from "./measure.ts";
import type { Asked } from "./open-loop.ts";
import { waits } from "./overload-goals.ts";

/** An alert that fired. Times are milliseconds since the load began. */
type Fired = {
  readonly name: string;
  readonly severity: string;
  readonly of: string;
  readonly from: number;
  readonly to: number;
};

const STEP_S = 15;
/** Window of the paging alerts' rates, plus one evaluation interval of the rules. */
const LOOK_BACK_MS = 5.5 * 60_000;
/** Share of calls that the availability objective allows to fail. */
const ALLOWED = 1 - OBJECTIVE.availability;
const MOST_OFF = 0.02;

/** Returns every alert that fired, as Prometheus recorded it. `beganMs` and `nowMs` are milliseconds since 1970. */
export async function readAlerts(
  prometheus: Prometheus,
  beganMs: number,
  nowMs: number,
): Promise<readonly Fired[]> {
  const query = encodeURIComponent('ALERTS{alertstate="firing"}');
  const range = `query_range?query=${query}&start=${beganMs / 1000}&end=${nowMs / 1000}&step=${STEP_S}`;
  type Matrix = { result: { metric: Record<string, string>; values: [number, string][] }[] };
  const { result } = (await prometheus.get(range)) as Matrix;
  const fired = result.flatMap(({ metric, values }) => {
    const { alertname = "", severity = "", alertstate: _, __name__: _name, namespace: _ns, ...more } = metric;
    const of = Object.entries(more)
      .map(([name, value]) => `${name}=${value}`)
      .join(" ");
    return spans(values.map(([at]) => at * 1000 - beganMs)).map((span) => ({
      name: alertname,
      severity,
      of,
      ...span,
    }));
  });
  return fired.toSorted((a, b) => a.from - b.from);
}

/** Combines consecutive times that are one evaluation step apart into time spans. */
function spans(times: readonly number[]): { from: number; to: number }[] {
  const all: { from: number; to: number }[] = [];
  for (const at of times) {
    const last = all.at(-1);
    if (last !== undefined && at - last.to < 1.5 * STEP_S * 1000) last.to = at;
    else all.push({ from: at, to: at });
  }
  return all;
}

/**
 * Prints each phase with the alerts that began in it, and whether the alerts are the expected ones.
 * @param asked calls, with `due` in milliseconds since the load began.
 */
export function tellAlerts(
  fired: readonly Fired[],
  happened: readonly Happened[],
  asked: readonly Asked[],
): void {
  for (const [n, { phase, from, to, load }] of happened.entries()) {
    const own = asked.filter(({ due }) => due >= from && due < to);
    // An alert caused by this phase may begin while the next phase restores service.
    const until = happened[n + 1]?.to ?? Number.POSITIVE_INFINITY;
    const began = fired.filter((alert) => alert.from >= from && alert.from < to);
    const missing = phase.fires.filter(
      (name) =>
        !fired.some(
          (alert) =>
            alert.name === name && alert.to >= from && alert.from < until && isKind(alert, phase.callers),
        ),
    );
    console.log(
      `${minute(from)} to ${minute(to)}, ${phase.name}: ${own.length} calls, ${failedOf(own)} failed; ` +
        `waited ${waits(own.map(({ ms }) => ms))}; load of the machine ${load.toFixed(0)}`,
    );
    for (const alert of began) console.log(`  ${tell(alert, asked)}`);
    if (phase.callers === "calm") console.log(`  ${goal("no alert", began.length === 0)}`);
    if (phase.callers === "served")
      console.log(
        `  ${goal(
          "no page",
          began.every(({ severity }) => severity !== "page"),
        )}`,
      );
    if (phase.fires.length > 0)
      console.log(
        `  ${goal(`fires: ${phase.fires.join(", ")}`, missing.length === 0)} ${missing.length > 0 ? `did not fire: ${missing.join(", ")}` : ""}`,
      );
  }
  const groundless = fired.filter(
    (alert) => alert.severity === "page" && failedBefore(alert, asked) <= ALLOWED,
  );
  console.log(
    `${fired.filter(({ severity }) => severity === "page").length} pages ` +
      reached("pages for no reason", groundless.length, "= 0", "pages"),
  );
}

const isKind = ({ severity }: Fired, callers: Happened["phase"]["callers"]) =>
  severity === (callers === "suffer" ? "page" : "ticket");

function tell(alert: Fired, asked: readonly Asked[]): string {
  const failed = (100 * failedBefore(alert, asked)).toFixed(2);
  return `${alert.severity} ${alert.name} ${alert.of} from ${minute(alert.from)} to ${minute(alert.to)}; ${failed} % of calls had failed before`;
}

/** Returns the share of calls that failed in the rate window before the alert fired. */
function failedBefore({ from }: Fired, asked: readonly Asked[]): number {
  const before = asked.filter(({ due }) => due > from - LOOK_BACK_MS && due <= from);
  return failedOf(before) / Math.max(1, before.length);
}

const failedOf = (asked: readonly Asked[]) =>
  asked.filter(({ status }) => status === 0 || status >= 500).length;
const minute = (ms: number) =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;

/**
 * Prints the share of failed calls on the Overview dashboard next to the share that callers saw.
 * @param counted calls that the edge counted
 */
export async function tellBudget(
  prometheus: Prometheus,
  asked: readonly Asked[],
  counted: Counted,
): Promise<void> {
  const sum = async (name: string) => {
    const answer = await prometheus.query(`sum(sum_over_time(namespace:${name}:rate5m[${PERIOD}]))`);
    if ("error" in answer) throw new Error(answer.error);
    return answer.values[0] ?? Number.NaN;
  };
  const [failed, all] = [await sum("dnstools_calls_failed"), await sum("dnstools_calls")];
  const answered = asked.filter(
    ({ status }) => (status >= 200 && status < 400) || status >= 500 || status === 0,
  );
  const seen = failedOf(answered) / answered.length;
  const off = failed / all / seen - 1;
  const times = (part: number) =>
    `${(100 * part).toFixed(3)} % (${(part / ALLOWED).toFixed(1)} times the allowed share)`;
  console.log(
    `callers saw ${answered.length} calls, ${failedOf(answered)} failed; the edge counted ${counted.all}, ${counted.failed}`,
  );
  console.log(
    `failed calls according to callers ${times(seen)}, according to the error budget ${times(failed / all)}: ${(100 * off).toFixed(2)} % off ` +
      reached("error budget, off the clients' count", 100 * Math.abs(off), `<= ${100 * MOST_OFF}`, "%"),
  );
}
