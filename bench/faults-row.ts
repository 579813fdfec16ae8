import { until } from "@dnstools/lab/support/until";
import type { Counted, Stand } from "./faults-stand.ts";
import { reached } from "./figures.ts";
import { goal } from "./measure.ts";
import { type Asked, startSteady, statuses } from "./open-loop.ts";
import { waits } from "./overload-goals.ts";

export const PER_SECOND = 50;
/** Seconds of load before the fault, and after it. */
const CALM_S = 2;
const SETTLED_MS = 60_000;
const TOLD_MS = 5000;

/**
 * Loads the installation while a fault happens, and prints the outcome of the requests. A request fails if its status
 * is not 200, or if it gets no answer within a minute.
 * @param mostFailed maximum share of failed requests
 */
export async function row(
  stand: Stand,
  what: string,
  mostFailed: number,
  happens: () => Promise<unknown>,
): Promise<void> {
  console.error(`${what} ...`);
  await until(stand.allAnswer, SETTLED_MS).catch(() =>
    console.log(`${what}: not all calls were answered even before the fault`),
  );
  const before = await stand.counted();
  const load = startSteady(PER_SECOND, stand.ask);
  await Bun.sleep(CALM_S * 1000);
  const noted = await happens();
  await Bun.sleep(CALM_S * 1000);
  const asked = await load.stop();
  const edge = await countedSince(stand, before, asked);
  const failed = asked.filter(({ status }) => status !== 200);
  const [keyed, anonymous] = [0, 1].map((odd) => failed.filter(({ n }) => n % 2 === odd).length);
  const cause =
    mostFailed === 0 ? "requests failed in restarts, kills and outages" : `${what}: requests failed`;
  console.log(
    `${what}: ${asked.length} requests, ${failed.length} failed (${tellFailed(failed)}), of anonymous callers ${anonymous}, of known keys ` +
      `${keyed}; waited ${waits(asked.map(({ ms }) => ms))} ${reached(cause, (100 * failed.length) / asked.length, `<= ${100 * mostFailed}`, "%")}; ` +
      `the edge counted ${edge.all}, ${edge.failed} failed ${goal("the same", isTheSame(edge, asked))}` +
      (typeof noted === "string" ? `; ${noted}` : ""),
  );
}

/**
 * Returns what the edge has counted since `before`. nginx logs a request after it has sent the answer, so the last
 * requests are counted late.
 */
async function countedSince(stand: Stand, before: Counted, asked: readonly Asked[]): Promise<Counted> {
  let since: Counted = { all: 0, failed: 0 };
  const complete = async () => {
    const { all, failed } = await stand.counted();
    since = { all: all - before.all, failed: failed - before.failed };
    return isTheSame(since, asked);
  };
  await until(complete, TOLD_MS).catch(() => {});
  return since;
}

/**
 * True if the edge counted the same answers as the callers received. Calls that a caller aborted are left out, because
 * the edge sent no answer to them.
 */
function isTheSame({ all, failed }: Counted, asked: readonly Asked[]): boolean {
  const answered = asked.filter(({ status }) => status !== 0);
  return all === answered.length && failed === answered.filter(({ status }) => status >= 500).length;
}

/** Describes failed calls: their statuses, and the time between the first and the last of them. */
function tellFailed(failed: readonly Asked[]): string {
  const [first, last] = [failed[0], failed.at(-1)];
  if (first === undefined || last === undefined) return "none";
  return `${statuses(failed)}, due within ${((last.due - first.due) / 1000).toFixed(1)} s`;
}
