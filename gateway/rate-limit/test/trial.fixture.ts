import { createLog } from "@dnstools/server/log";
import { createMetrics } from "@dnstools/server/metrics/metrics";
import { createLimiter, type Limiter, type LimiterOptions } from "../limiter.ts";

/** A rate limiter under test, with its log lines, states and metrics. `await using` closes it. */
export type Trial = AsyncDisposable & {
  readonly limiter: Limiter;
  /** The lines logged so far. */
  readonly lines: readonly string[];
  /** Resolves as soon as the store is in the given state. */
  readonly until: (state: "ok" | "failing") => Promise<void>;
  /**
   * Returns the value of a metric sample.
   * @param of name and labels of the sample in the Prometheus text format
   */
  readonly sample: (of: string) => Promise<number>;
};

/** A window of one day in seconds, so that no units are restored while a test runs. */
export const DAY_S = 86_400;

/** A deadline in milliseconds that even a busy machine meets, for tests that are not about deadlines. */
export const PATIENT_MS = 20_000;

/** Creates a rate limiter for a test. */
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
