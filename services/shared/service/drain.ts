import type { Health } from "./health.ts";
import type { Listener } from "./listen.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";

/** Milliseconds beyond the longest tool that a drain waits for requests under way. */
const GRACE_MS = 2000;
/** Milliseconds between looks at whether a drain is done, and without a request until it is. */
const LOOK_MS = 20;
const FLUSH_MS = 1000;

type Process = {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly health: Health;
  /** Milliseconds of the tool that has most. */
  readonly longestMs: number;
};

/** The first signal lets requests end, and then the process; the second does not. */
export function drainOnSignal(listener: Listener, { log, metrics, health, longestMs }: Process): void {
  let draining = false;
  const leave = (code: number) => {
    log.info("stopped");
    process.exit(code);
  };
  const onSignal = (signal: string) => {
    if (draining) process.exit(1);
    draining = true;
    health.phase = "draining";
    log.info("draining", { signal });
    setTimeout(() => leave(1), longestMs + GRACE_MS);
    void listener.stop(false).then(() => leave(0));
    // A connection that has asked nothing, or half a question, is waited for only as long as answers may need.
    let idleSince = performance.now();
    setInterval(() => {
      if (metrics.inFlight() > 0) idleSince = performance.now();
      else if (performance.now() - idleSince > FLUSH_MS) leave(0);
    }, LOOK_MS);
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}
