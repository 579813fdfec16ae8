import type { Log } from "../log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Health } from "./health.ts";
import type { Listener } from "./listen.ts";

/** Milliseconds beyond the longest call that a drain waits for requests under way. */
const GRACE_MS = 1000;
/** Milliseconds between looks at whether a drain is done, and without a request until it is. */
const LOOK_MS = 20;
const FLUSH_MS = 1000;
/** Milliseconds that writing what is left may take. */
const CLOSE_MS = 3000;

type Process = {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly health: Health;
  /** Milliseconds that a call may take at most (see callMs). */
  readonly longestMs: number;
  /** Milliseconds that requests are still taken, so that whoever sends them hears of the end before it comes. */
  readonly delayMs: number;
  /** Writes what is not written yet. */
  readonly close: () => Promise<void>;
};

/**
 * The first signal lets requests end, and then the process; the second does not. A proxy that was refused by one of two
 * gateways leaves it alone for a while: the other must not go meanwhile, so SIGTERM takes its time. SIGINT is somebody at a terminal.
 */
export function drainOnSignal(listener: Listener, own: Process): void {
  const { log, metrics, health, longestMs, delayMs, close } = own;
  let draining = false;
  let leaving = false;
  const leave = (code: number) => {
    if (leaving) return;
    leaving = true;
    const exit = () => {
      log.info("stopped");
      process.exit(code);
    };
    setTimeout(exit, CLOSE_MS);
    void close().then(exit, exit);
  };
  const onSignal = (signal: string) => {
    if (draining) process.exit(1);
    draining = true;
    health.phase = "draining";
    listener.leaveSoon();
    log.info("draining", { signal });
    setTimeout(stop, signal === "SIGTERM" ? delayMs : 0);
  };
  const stop = () => {
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
