import type { Log } from "@dnstools/server/log";
import type { Part } from "./part.ts";

/** A group of running parts that are stopped together. */
export type Together = {
  /**
   * Adds a running part.
   * @param ends the signal that stops this part gracefully
   */
  readonly add: (part: Part, ends: NodeJS.Signals) => void;
};

/**
 * Stops all parts on the first signal, starting with the last added part. A second signal ends the process at once. If
 * a part ends by itself, the other parts are stopped and the exit code is 1.
 * @param after called when all parts have ended
 */
export function liveTogether(log: Log, after: () => Promise<void>): Together {
  const members: { readonly part: Part; readonly ends: NodeJS.Signals }[] = [];
  let ending = false;
  const end = async (code: number) => {
    ending = true;
    for (const { part, ends } of members.toReversed()) {
      part.signal(ends);
      await part.exited;
    }
    await after();
    log.info("stopped");
    process.exit(code);
  };
  const onSignal = (signal: string) => {
    if (ending) process.exit(1);
    log.info("draining", { signal });
    void end(0);
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  // SIGHUP means that the terminal was closed.
  process.on("SIGHUP", onSignal);
  return {
    add(part, ends) {
      members.push({ part, ends });
      void part.exited.then((code) => {
        if (ending) return;
        log.error(`${part.name} has ended unexpectedly, so all parts are stopped`, { code });
        void end(1);
      });
    },
  };
}
