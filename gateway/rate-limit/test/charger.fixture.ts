import { createMetrics } from "@dnstools/server/metrics/metrics";
import { createLimiter } from "../limiter.ts";
import { DAY_S, PATIENT_MS } from "./trial.fixture.ts";

/** Path of this file. Tests run it as a separate process, which has the rate limiter of a gateway. */
export const CHARGER = import.meta.path;

/** Input of the separate process: the calls to charge. */
export type Order = {
  readonly redisUrl: string;
  readonly units: number;
  readonly client: string;
  /** The costs of the calls. All calls are charged at the same time. */
  readonly costs: readonly number[];
};

/** Result of the separate process: how many calls and units were granted. */
export type ChargeReport = { readonly granted: number; readonly units: number };

/** Connects to Redis, prints `ready`, waits for a line of input, and then charges the calls. */
async function main({ redisUrl, units, client, costs }: Order): Promise<void> {
  const { promise: connected, resolve } = Promise.withResolvers<void>();
  const silent = () => {};
  const limiter = createLimiter({
    units,
    windowS: DAY_S,
    gatewayCount: 4,
    leastUnits: 1,
    redisUrl,
    storeDeadlineMs: PATIENT_MS,
    log: { debug: silent, info: silent, warn: silent, error: silent, verbose: false, queries: false },
    registry: createMetrics({ version: "0", revision: "r", target: "test" }).registry,
    onState: (state) => state === "ok" && resolve(),
  });
  await connected;
  process.stdout.write("ready\n");
  for await (const _line of console) break;
  const charges = await Promise.all(costs.map((cost) => limiter.charge(client, cost)));
  const taken = costs.filter((_cost, i) => charges[i]?.granted === true);
  const report: ChargeReport = { granted: taken.length, units: taken.reduce((sum, cost) => sum + cost, 0) };
  process.stdout.write(`${JSON.stringify(report)}\n`);
  await limiter.close();
  process.exit(0);
}

if (import.meta.main) await main(JSON.parse(process.argv[2] ?? "{}") as Order);
