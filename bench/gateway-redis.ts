import { type ProductProcess, startProduct } from "@dnstools/lab/support/product";
import { startRedis } from "@dnstools/lab/support/redis";
import { openClient } from "./http-client.ts";
import { goal } from "./measure.ts";
import { openLoop } from "./open-loop.ts";

const RATE = { perSecond: 500, seconds: 4 };
const CONNECTIONS = 16;

/**
 * Prints how long charges of the rate limiter wait for Redis, as the gateway's metrics show it, at a request rate that
 * does not fully load the gateway.
 */
export async function redisTimes(): Promise<void> {
  await using redis = await startRedis();
  await using product = await startProduct("all", { REDIS_URL: redis.url, RATE_LIMIT_UNITS: "1000000000" });
  using client = openClient(product.url, CONNECTIONS);
  const process = product.process("all");
  const load = () => openLoop(RATE, () => client.get("/api/v1/whois?domain=registered.com"));
  await load();
  const before = await buckets(process);
  await load();
  const after = await buckets(process);
  const count = (le: string) => (after.get(le) ?? Number.NaN) - (before.get(le) ?? 0);
  const [all, within] = [count("+Inf"), count("0.001")];
  const shares = [...after.keys()].map((le) => `${le}: ${((100 * count(le)) / all).toFixed(1)}`).join(" ");
  console.log(
    `Redis limiter, ${all} charges at ${RATE.perSecond}/s: ${((100 * within) / all).toFixed(2)} % within 1 ms ` +
      `${goal("p99 < 1 ms", within / all >= 0.99)}; percent by seconds: ${shares}`,
  );
}

/** Reads the bucket counts of the histogram dnstools_ratelimit_store_duration_seconds, by upper bound. */
async function buckets(process: ProductProcess): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(process.metricsUrl)).text();
  const lines = text.matchAll(
    /^dnstools_ratelimit_store_duration_seconds_bucket\{.*?le="([^"]+)".*?\} (\d+)/gm,
  );
  return new Map([...lines].map(([, le = "", count]) => [le, Number(count)]));
}
