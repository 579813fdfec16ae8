/** What a store did wrong: no answer in time, no connection, or an error of its own. */
export const STORE_FAILURES = ["timeout", "closed", "script"] as const;
export type StoreFailure = (typeof STORE_FAILURES)[number];

export type BreakerOptions = {
  /** Asks the store, within its deadline; null when it did its work. */
  readonly probe: () => Promise<StoreFailure | null>;
  /** The store does not come back at the first probe. Called once until `onClose`; a short stall is no news. */
  readonly onOpen: (reason: StoreFailure) => void;
  /** It works: for the first time, or again after `onOpen`. */
  readonly onClose: () => void;
  /** Probes have failed for a second over what looks like a connection. */
  readonly onDead: () => void;
};

export type Breaker = {
  /** `starting`: not known yet. `open`: the store is not asked. */
  readonly state: () => "starting" | "closed" | "open";
  readonly succeeded: () => void;
  readonly failed: (reason: StoreFailure) => void;
  /** Opens it at once, as on a lost connection, whatever came before. */
  readonly trip: (reason: StoreFailure) => void;
  /** Probes at once: there is a new connection. */
  readonly retry: () => void;
  /** Opens it for good, and tells nobody. */
  readonly stop: () => void;
};

/** Failures in a row that open it. */
const FAILURES = 3;
/** Milliseconds between probes. The first goes at once: it was perhaps our own event loop that stood still. */
const PROBE_MS = { first: 100, last: 1000 };
/** Milliseconds after which probes that fail mean a dead connection. */
const DEAD_MS = 1000;
/** Milliseconds of health after which a store's past is forgotten; sooner, its probes begin where they were. */
const HEALTHY_MS = 10_000;

function longer(waitMs: number): number {
  return Math.min(Math.max(waitMs * 2, PROBE_MS.first), PROBE_MS.last);
}

/** Leaves a store alone that fails, and asks it in the background until it works again. */
export function createBreaker({ probe, onOpen, onClose, onDead }: BreakerOptions): Breaker {
  let state: "starting" | "closed" | "open" = "starting";
  let told: "nothing" | "open" | "closed" = "nothing";
  let failures = 0;
  let waitMs = 0;
  let closedAt = 0;
  let silentSince = 0;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  const after = (ms: number) => {
    if (timer !== null) clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(attempt, ms);
    timer.unref();
  };
  const attempt = async () => {
    timer = null;
    const failure = await probe();
    if (stopped || state === "closed") return;
    if (failure === null) return close();
    // The next connection is probed when it is there.
    if (failure === "closed") return;
    if (state === "starting") open(failure);
    tell(failure);
    waitMs = longer(waitMs);
    if (timer === null) after(waitMs);
    if (failure === "timeout" && performance.now() - silentSince >= DEAD_MS) onDead();
  };
  const close = () => {
    state = "closed";
    failures = 0;
    closedAt = performance.now();
    if (told !== "closed") onClose();
    told = "closed";
  };
  const tell = (reason: StoreFailure) => {
    if (stopped || told === "open") return;
    told = "open";
    onOpen(reason);
  };
  const open = (reason: StoreFailure) => {
    if (stopped) return;
    const now = performance.now();
    // One that fails again and again is left alone for longer, so that it does not come and go all the time.
    waitMs = state === "closed" && now - closedAt < HEALTHY_MS ? longer(waitMs) : 0;
    silentSince = now;
    state = "open";
    if (reason !== "closed") after(waitMs);
  };
  return {
    state: () => state,
    succeeded() {
      failures = 0;
    },
    failed(reason) {
      failures += 1;
      if (state === "closed" && failures >= FAILURES) open(reason);
    },
    trip(reason) {
      if (state !== "open") open(reason);
      if (reason === "closed") tell(reason);
    },
    retry() {
      silentSince = performance.now();
      after(0);
    },
    stop() {
      stopped = true;
      state = "open";
      if (timer !== null) clearTimeout(timer);
    },
  };
}
