import { type Product, startProduct, type Wiring } from "@dnstools/lab/support/product";
import { apart, idleDuring } from "./cores.ts";
import { type HttpClient, openClient } from "./http-client.ts";
import { goal } from "./measure.ts";
import { type Asked, closedLoop, openLoop, percentile, statuses, timesOf } from "./open-loop.ts";
import { NAMES } from "./overload-names.ts";

/**
 * Whole `dns` calls, each of a name nobody else asks about at that moment, from clients that a trusted proxy names: three times
 * as many as can be done. What would be a limit other than the CPU is lifted.
 */
const SETTINGS = {
  RATE_LIMIT_UNITS: "0",
  TARGET_CONCURRENCY: "0",
  KEY_CONCURRENCY: "0",
  NAMESERVER_QPS: "0",
  TRUSTED_PROXIES: "127.0.0.1/32",
  // As they are shipped: the lab else lifts them.
  SHED_TURN_MS: "5",
  SHED_LAG_MS: "20",
};
const SOCKETS = 500;
const TIMES = 3;
const SECONDS = 10;
/** Milliseconds within which an answer is one in time: who waits for longer has gone. */
const IN_TIME_MS = 1000;
const LIGHT = { perSecond: 4, seconds: SECONDS };

type Ask = (n: number) => ReturnType<HttpClient["get"]>;
type Found = { readonly peak: number; readonly unloadedMs: number };

export async function crowd(wiring: Wiring): Promise<void> {
  await using product = await startProduct(wiring, SETTINGS);
  using client = openClient(product.url, SOCKETS);
  apart(product.processes.map(({ pid }) => pid));
  let next = 0;
  const from =
    (clients: number, base = 0): Ask =>
    (n) => {
      const own = base + (n % clients);
      const name = NAMES[next++ % NAMES.length];
      const forwarded = `X-Forwarded-For: 45.11.${own >> 8}.${own & 255}\r\n`;
      return client.get(`/api/v1/dns?domain=${name}`, forwarded);
    };
  const found = await capacity(wiring, from(500));
  await generatorAlone(wiring, product, found.peak * TIMES);
  await overload(`${wiring}, 500 clients`, found, from(500));
  await overload(`${wiring}, one client`, found, from(1));
  await heavyAndLight(wiring, found, from(1), from(1, 1000));
}

async function capacity(wiring: Wiring, ask: Ask): Promise<Found> {
  await closedLoop(16, 8, ask);
  const tried: string[] = [];
  let peak = 0;
  for (const atOnce of [4, 8, 16, 32, 64, 128, 256]) {
    const { goodput, refused } = await closedLoop(atOnce, 2, ask);
    tried.push(`${atOnce}: ${goodput.toFixed(0)}/s${refused > 0 ? ` (${refused} refused)` : ""}`);
    peak = Math.max(peak, goodput);
  }
  const quiet = await openLoop({ perSecond: 0.15 * peak, seconds: 8 }, ask);
  const unloadedMs = percentile(timesOf(quiet), 99);
  console.log(
    `${wiring}: whole dns calls, so many at once: ${tried.join(", ")}; at ${(0.15 * peak).toFixed(0)}/s ` +
      `p50 ${percentile(timesOf(quiet), 50).toFixed(1)} ms, p99 ${unloadedMs.toFixed(1)} ms, statuses ${statuses(quiet)}`,
  );
  return { peak, unloadedMs };
}

/** What the generator can do where the product does little: that it is not the generator that is measured. */
async function generatorAlone(wiring: Wiring, product: Product, perSecond: number): Promise<void> {
  using client = openClient(product.url, SOCKETS);
  const { result, idle } = await idleDuring(() =>
    openLoop({ perSecond, seconds: 2 }, () => client.get("/api/v1/limits")),
  );
  console.log(
    `${wiring}: the generator alone, ${perSecond.toFixed(0)}/s of /api/v1/limits: sent late p99 ${lateness(result)}, ` +
      `answered p99 ${percentile(timesOf(result), 99).toFixed(1)} ms, ${idle}`,
  );
}

async function overload(what: string, { peak, unloadedMs }: Found, ask: Ask): Promise<void> {
  const start = performance.now();
  const perSecond = TIMES * peak;
  const { result, idle } = await idleDuring(() => openLoop({ perSecond, seconds: SECONDS }, ask));
  const end = start + SECONDS * 1000;
  const after = await openLoop({ perSecond: 0.3 * peak, seconds: 4 }, ask);
  tellLoad(what, result, { peak, unloadedMs });
  console.log(`  sent late p99 ${lateness(result)}, ${idle}`);
  console.log(`  each second: ${seconds(result, start)}`);
  const lastRefused = Math.max(end, ...after.filter(({ status }) => status !== 200).map(({ due }) => due));
  console.log(
    `  then at ${(0.3 * peak).toFixed(0)}/s: ${statuses(after)}, the last refused after ${((lastRefused - end) / 1000).toFixed(2)} s, ` +
      `p99 ${percentile(timesOf(after), 99).toFixed(1)} ms`,
  );
}

function tellLoad(what: string, asked: readonly Asked[], { peak, unloadedMs }: Found): void {
  const inTime = asked.filter(({ status, ms }) => status === 200 && ms <= IN_TIME_MS).length / SECONDS;
  const p99 = percentile(timesOf(asked), 99);
  const refused = asked.filter(({ status }) => status === 503);
  const late = timesOf(asked, 503);
  console.log(
    `${what}: ${(asked.length / SECONDS).toFixed(0)}/s offered: ${inTime.toFixed(0)}/s good within ${IN_TIME_MS} ms, ` +
      `${((100 * inTime) / peak).toFixed(0)} % of the peak ${goal(">= 80 %", inTime >= 0.8 * peak)}; ` +
      `p50 ${percentile(timesOf(asked), 50).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${(p99 / unloadedMs).toFixed(1)} x unloaded ` +
      `${goal("<= 3", p99 <= 3 * unloadedMs)}; ${statuses(asked)}; refused after p50 ${percentile(late, 50).toFixed(1)} ms, ` +
      `p99 ${percentile(late, 99).toFixed(1)} ms, ${refused.filter(({ retryAfter }) => !retryAfter).length} without Retry-After`,
  );
}

/** A light client of its own address beside a heavy one is hardly ever refused. */
async function heavyAndLight(
  wiring: Wiring,
  { peak, unloadedMs }: Found,
  heavy: Ask,
  light: Ask,
): Promise<void> {
  const [many, few] = await Promise.all([
    openLoop({ perSecond: TIMES * peak, seconds: SECONDS }, heavy),
    openLoop(LIGHT, light),
  ]);
  const refused = few.filter(({ status }) => status !== 200).length / few.length;
  console.log(
    `${wiring}: a heavy client and one that asks ${LIGHT.perSecond} a second: the heavy ${statuses(many)}; the light ${statuses(few)} ` +
      `${goal("at most 5 % refused", refused <= 0.05)}, p50 ${percentile(timesOf(few), 50).toFixed(1)} ms, ` +
      `p99 ${percentile(timesOf(few), 99).toFixed(1)} ms, ${(percentile(timesOf(few), 99) / unloadedMs).toFixed(1)} x unloaded`,
  );
}

/** Goodput and p99 of each second. */
function seconds(asked: readonly Asked[], start: number): string {
  const each = Array.from({ length: SECONDS }, (_, second) => {
    const own = asked.filter(({ due }) => Math.floor((due - start) / 1000) === second);
    return `${timesOf(own).length} p99 ${percentile(timesOf(own), 99).toFixed(0)}`;
  });
  return each.join(", ");
}

function lateness(asked: readonly Asked[]): string {
  return `${percentile(
    asked.map(({ lateMs }) => lateMs),
    99,
  ).toFixed(1)} ms`;
}
