import type { Kind } from "./calls.ts";
import { reached } from "./figures.ts";
import { goal, median } from "./measure.ts";
import { type Asked, percentile, statuses, timesOf } from "./open-loop.ts";
import type { Beside, Calm } from "./overload-callers.ts";
import type { Stretch } from "./overload-stretch.ts";

/** Longest time in milliseconds that a call waits in the queue, as shipped (QUEUE_WAIT_MS). */
const QUEUE_WAIT_MS = 5000;
const LEAST_LIGHT = 0.95;
const REFUSED_MS = 100;
const LIVEZ_MS = 50;

/** Returns the maximum time in milliseconds that an accepted call may take. */
function mostMs(calm: Calm, kind: Kind): number {
  return QUEUE_WAIT_MS + (calm.get(kind)?.deadlineMs ?? 0);
}

/**
 * Prints the work done per second of available CPU.
 * @param peak the same figure for the best closed loop
 */
export function tellWork(done: number, peak: number): void {
  const share = done / peak;
  console.log(
    `  work done: ${share.toFixed(2)} x that of the best closed loop ${reached("calls done at three times the load, of the best", share, ">= 0.9")}`,
  );
}

/** Prints how long accepted calls waited, by kind, compared with the limits of the queue and of the tool. */
export function tellCallers({ asked, kindOf }: Stretch, calm: Calm): void {
  let late = 0;
  for (const kind of calm.keys()) {
    const own = asked.filter((one) => kindOf(one) === kind);
    const times = timesOf(own);
    const most = mostMs(calm, kind);
    const over = times.filter((ms) => ms > most).length;
    late += over;
    console.log(
      `    ${kind.padEnd(12)} ${String(times.length).padStart(5)} of ${String(own.length).padStart(5)} answered, ${waits(times)}, ` +
        `${over} later than ${most} ms; ${statuses(own)}`,
    );
  }
  const lost = asked.filter(({ status }) => status === 0).length;
  console.log(
    `  accepted calls that took longer than the queue's wait and their deadline: ${late}; calls without any answer: ${lost} ` +
      reached("accepted calls that ended too late, or never", late + lost, "= 0", "calls"),
  );
}

/** Codes of calls that were accepted and failed later. */
const FAILED = ["resolver_unavailable", "service_unavailable", "keys_unavailable", "internal_error"];

/** Prints the calls that were refused, and the calls that were accepted and failed. */
export function tellRefused(asked: readonly Asked[]): void {
  const others = asked.filter(({ status }) => status !== 200 && status !== 0);
  const refused = others.filter(({ code }) => !FAILED.includes(code));
  const times = refused.map(({ ms }) => ms);
  const kept = refused.length === 0 || median(times) < REFUSED_MS;
  const bare = others.filter(({ retryAfter }) => !retryAfter).length;
  console.log(
    `  refused: ${statuses(refused)}, ${waits(times)} ${goal(`p50 < ${REFUSED_MS} ms`, kept)}, ${bare} without Retry-After; ` +
      `accepted, and then failed: ${statuses(others.filter(({ code }) => FAILED.includes(code)))}`,
  );
}

/**
 * Prints how many calls of the client with one request per second were answered within the limit for accepted calls.
 */
export function tellLight(light: Beside["light"], calm: Calm): void {
  const inTime = light.filter(({ asked, kind }) => asked.status === 200 && asked.ms <= mostMs(calm, kind));
  const share = inTime.length / light.length;
  const asked = light.map((one) => one.asked);
  console.log(
    `  a client that asks once a second: ${statuses(asked)}, ${inTime.length} in time ` +
      `${goal(`>= ${100 * LEAST_LIGHT} %`, share >= LEAST_LIGHT)}, ${waits(timesOf(asked))}`,
  );
}

export function tellLivez(processes: Beside["livez"]): void {
  for (const { target, asked } of processes) {
    const times = timesOf(asked);
    console.log(
      `  /livez of ${target}: ${statuses(asked)}, ${waits(times)} ${goal(`p50 < ${LIVEZ_MS} ms`, median(times) < LIVEZ_MS)}`,
    );
  }
}

/** Formats the percentiles of waiting times. */
export function waits(times: readonly number[]): string {
  if (times.length === 0) return "no calls";
  const [p50, p95, most] = [50, 95, 100].map((percent) => percentile(times, percent).toFixed(0));
  return `p50 ${p50}, p95 ${p95}, at most ${most} ms`;
}
