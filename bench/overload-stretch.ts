import type { Kind } from "./calls.ts";
import { type Asked, statuses } from "./open-loop.ts";
import type { Calm } from "./overload-callers.ts";
import { type Measured, type Usage, usageDuring } from "./usage.ts";

/** A load, and what was measured of its middle. */
export type Stretch = {
  /** All that was asked. */
  readonly asked: readonly Asked[];
  readonly kindOf: (one: Asked) => Kind;
  /** Whether servers timed out for it that else answer. */
  readonly hollow: (one: Asked) => boolean;
  /** Those that ended in the measured part. */
  readonly ended: readonly Asked[];
  readonly usage: Usage;
};

/** Seconds at the start of a load that are not measured. */
const RAMP_S = 2;

/** A call is hollow that has more than so many times as many time-outs inside as a calm one. */
const HOLLOW = 2;

/** Loads for some seconds, and measures all but the first of them. @param kindOf what was asked */
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

/** What was done in calls, each as its weight: by the clock, and by what the core had for the product. */
export type Work = { readonly perSecond: number; readonly perFree: number };

/**
 * Answers with 200 that are not hollow: a product that is late by seconds sees time-outs everywhere, and calls full of them are soon done.
 * @param weights default one for each
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

/** What became of a load, in a line. */
export function tellStretch(of: Stretch, weights?: ReadonlyMap<Kind, number>): string {
  const { perSecond, perFree } = workOf(of, weights);
  const hollow = of.ended.filter((one) => one.status === 200 && of.hollow(one)).length;
  return (
    `${perSecond.toFixed(1)}/s done, ${perFree.toFixed(1)} in each second that the core had for it; ended: ` +
    `${statuses(of.ended)}, ${hollow} of them hollow (servers timed out that else answer)`
  );
}
