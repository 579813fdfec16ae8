import type { Log } from "../log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Health } from "./health.ts";
import type { Listener } from "./listen.ts";

/** Milliseconds that a drain waits for requests in flight, in addition to the longest possible duration of a call. */
const GRACE_MS = 1000;
/** Milliseconds between checks of whether a drain is complete. */
const LOOK_MS = 20;
/** Milliseconds without any request in flight after which a drain is complete. */
const FLUSH_MS = 1000;
/** Maximum milliseconds for writing unwritten data before the process exits. */
const CLOSE_MS = 3000;

type Process = {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly health: Health;
  /** Maximum duration of a call in milliseconds (see callMs). */
  readonly longestMs: number;
  /**
   * Milliseconds for which requests are still accepted after SIGTERM, so that proxies and load balancers notice the
   * drain first.
   */
  readonly delayMs: number;
  /** Writes the data that is still unwritten. */
  readonly close: () => Promise<void>;
};

/**
 * Stops the process on a signal: after the first signal, it waits for requests in flight; a second signal ends it at
 * once. After SIGTERM, the process still accepts requests for a while. The reason is that a proxy which was refused by
 * one of two gateways avoids that gateway for some time, and the other gateway must not stop meanwhile. SIGINT comes
 * from a terminal and needs no such delay.
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
    // A connection that is idle or has sent only part of a request does not delay the exit for longer than sending
    // responses may take.
    let idleSince = performance.now();
    setInterval(() => {
      if (metrics.inFlight() > 0) idleSince = performance.now();
      else if (performance.now() - idleSince > FLUSH_MS) leave(0);
    }, LOOK_MS);
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}
