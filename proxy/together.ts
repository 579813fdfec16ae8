import type { Log } from "@dnstools/server/log";
import type { Part } from "./part.ts";

/** Parts that live and die together. */
export type Together = {
  /** Adds a part that is running. @param ends the signal that lets it finish what it is at. */
  readonly add: (part: Part, ends: NodeJS.Signals) => void;
};

/**
 * The first signal ends all, the part that was added last first; a second one at once. Where a part ends by itself, so do
 * the others, and the exit code is 1.
 * @param after what is left to do when all have ended.
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
  // The terminal was closed.
  process.on("SIGHUP", onSignal);
  return {
    add(part, ends) {
      members.push({ part, ends });
      void part.exited.then((code) => {
        if (ending) return;
        log.error(`${part.name} has ended by itself, so everything does`, { code });
        void end(1);
      });
    },
  };
}
