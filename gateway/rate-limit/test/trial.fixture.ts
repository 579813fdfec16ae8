import { createLog } from "@dnstools/server/log";
import { createMetrics } from "@dnstools/server/metrics/metrics";
import { createLimiter, type Limiter, type LimiterOptions } from "../limiter.ts";

/** A limiter under test, with all that it tells. `await using` closes it. */
export type Trial = AsyncDisposable & {
  readonly limiter: Limiter;
  /** What it logged, as written. */
  readonly lines: readonly string[];
  /** Resolves when the store's state is this one, at once where it is already. */
  readonly until: (state: "ok" | "failing") => Promise<void>;
  /** A sample's value, by its name and labels as Prometheus' text has them. */
  readonly sample: (of: string) => Promise<number>;
};

/** A limit of a day, whose units do not come back while a test runs. */
export const DAY_S = 86_400;

/** A deadline that no busy machine comes near, for tests that are not about it. */
export const PATIENT_MS = 20_000;

export function tryLimiter(options: Partial<LimiterOptions>): Trial {
  const lines: string[] = [];
  const metrics = createMetrics({ version: "0", revision: "r", target: "test" });
  let now: "ok" | "failing" | null = null;
  const waiting: { readonly state: "ok" | "failing"; readonly go: () => void }[] = [];
  const limiter = createLimiter({
    units: 60,
    windowS: DAY_S,
    gatewayCount: 1,
    leastUnits: 1,
    redisUrl: "",
    storeDeadlineMs: PATIENT_MS,
    log: createLog("debug", {}, (line) => void lines.push(line)),
    registry: metrics.registry,
    onState(state) {
      now = state;
      for (const { go } of waiting.filter((one) => one.state === state)) go();
    },
    ...options,
  });
  return {
    limiter,
    lines,
    until: (state) =>
      new Promise((go) => {
        if (now === state) go();
        else waiting.push({ state, go });
      }),
    async sample(of) {
      const line = (await metrics.render()).split("\n").find((one) => one.startsWith(`${of} `));
      return Number(line?.slice(of.length));
    },
    [Symbol.asyncDispose]: () => limiter.close(),
  };
}
