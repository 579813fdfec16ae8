import { Fault } from "@dnstools/core/fault";
import { targetKey, targetsOf } from "@dnstools/core/target";
import { createPlace, type Place } from "./place.ts";
import { clientGone } from "./problem.ts";

/** Turns of calls that are about the same target, over all tools of a service. */
export type Targets = {
  /**
   * Waits for the turn. @returns how to leave.
   * @param caller whose turn it is: one has half of the places at the most.
   * @throws target_busy when too many wait already, or the turn has not come after `waitMs`.
   */
  readonly enter: (
    input: Readonly<Record<string, unknown>>,
    caller: string,
    waitMs: number,
    signal: AbortSignal,
  ) => Promise<() => void>;
};

/** Waiting for each that is worked on. */
const WAITING_EACH = 2;

/** @param atOnce calls about one target at once; 0 for any number. */
export function createTargets(atOnce: number): Targets {
  if (atOnce === 0) return { enter: () => Promise.resolve(() => {}) };
  const places = new Map<string, Place>();
  return {
    async enter(input, caller, waitMs, signal) {
      const key = targetsOf(input).map(targetKey).join(" ");
      const place =
        places.get(key) ??
        createPlace({ atOnce, perCaller: Math.ceil(atOnce / 2), waitingMax: WAITING_EACH * atOnce });
      places.set(key, place);
      const entry = await place.enter(caller, waitMs, signal);
      const dropIfEmpty = () => {
        if (place.inside() === 0 && places.get(key) === place) places.delete(key);
      };
      if (entry !== "inside") {
        dropIfEmpty();
        throw entry === "gone" ? clientGone() : busy();
      }
      return () => {
        place.leave(caller);
        dropIfEmpty();
      };
    },
  };
}

function busy(): Fault {
  return new Fault("target_busy", {
    detail:
      "Many are asking about this target right now, and it is asked only so much at once. Try again in a few seconds.",
    retryAfterS: 2,
    workDone: false,
  });
}
