import type { Kind } from "./calls.ts";
import { type Asked, statuses } from "./open-loop.ts";
import type { Calm } from "./overload-callers.ts";
import { type Measured, type Usage, usageDuring } from "./usage.ts";

/** A load, and what was measured during its middle part. */
export type Stretch = {
  /** All requests of the load. */
  readonly asked: readonly Asked[];
  readonly kindOf: (one: Asked) => Kind;
  /** True if an answer reports timeouts of servers that would answer without load. */
  readonly hollow: (one: Asked) => boolean;
  /** The requests that ended in the measured part. */
  readonly ended: readonly Asked[];
  readonly usage: Usage;
};

/** Seconds at the start of a load that are not measured. */
const RAMP_S = 2;

/** A call is hollow if it reports more than this many times the timeouts of a call without load. */
const HOLLOW = 2;

/**
 * Runs a load for some seconds, and measures all but the first of them.
 * @param kindOf returns the kind of a request.
 */
export async function stretch(
  product: Measured,
  seconds: number,
  calm: Calm,
  kindOf: (one: Asked) => Kind,
  load: (seconds: number) => Promise<readonly Asked[]>,
): Promise<Stretch> {
  const from = performance.now() + RAMP_S * 1000;
  const running = load(seconds);
  await Bun.sleep(RAMP_S * 1000);
  const { usage } = await usageDuring(product, () => Bun.sleep((seconds - RAMP_S) * 1000));
  const to = performance.now();
  const asked = await running;
  const hollow = (one: Asked) => one.timeouts > HOLLOW * (calm.get(kindOf(one))?.timeouts ?? 0);
  return {
    asked,
    kindOf,
    hollow,
    usage,
    ended: asked.filter(({ due, ms }) => due + ms >= from && due + ms < to),
  };
}

/** The work done, in weighted calls: per second of wall time, and per second of CPU that the product could use. */
export type Work = { readonly perSecond: number; readonly perFree: number };

/**
 * Sums up the work of the answers with 200 that are not hollow. A product that is seconds late sees timeouts
 * everywhere, and calls with many timeouts end early.
 * @param weights weight of each kind of call; default 1
 */
export function workOf(
  { ended, kindOf, hollow, usage }: Stretch,
  weights: ReadonlyMap<Kind, number> = new Map(),
): Work {
  const work = ended
    .filter((one) => one.status === 200 && !hollow(one))
    .reduce((sum, one) => sum + (weights.get(kindOf(one)) ?? 1), 0);
  return { perSecond: work / usage.seconds, perFree: work / usage.free };
}

/** Describes the outcome of a load in one line. */
export function tellStretch(of: Stretch, weights?: ReadonlyMap<Kind, number>): string {
  const { perSecond, perFree } = workOf(of, weights);
  const hollow = of.ended.filter((one) => one.status === 200 && of.hollow(one)).length;
  return (
    `${perSecond.toFixed(1)}/s done, ${perFree.toFixed(1)} in each second that the core had for it; ended: ` +
    `${statuses(of.ended)}, ${hollow} of them hollow (with timeouts of servers that otherwise answer)`
  );
}
