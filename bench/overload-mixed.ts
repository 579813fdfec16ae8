import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { startProduct, type Wiring } from "@dnstools/lab/support/product";
import { type Call, createMix } from "./calls.ts";
import { place } from "./cores.ts";
import { openClient } from "./http-client.ts";
import { type Asked, closedLoop, openLoop, percentile, statuses } from "./open-loop.ts";
import { askBeside, askCalmly, asker, CLIENTS, SHARES, weigh } from "./overload-callers.ts";
import { tellCallers, tellLight, tellLivez, tellRefused, tellWork } from "./overload-goals.ts";
import { type Stretch, stretch, tellStretch, workOf } from "./overload-stretch.ts";
import { SHIPPED } from "./shipped.ts";
import { tellUsage } from "./usage.ts";

/**
 * Settings as shipped, with three changes: the callers' rate limit is off; the resolver is the operator's own,
 * because blocklists answer no other; and the query rate per name server is not limited, since two servers of the
 * lab replace all name servers of the Internet.
 */
const SETTINGS = {
  ...SHIPPED,
  RATE_LIMIT_UNITS: "0",
  TRUSTED_PROXIES: "127.0.0.1/32",
  DNS_RESOLVERS: OWN_RESOLVER,
  NAMESERVER_QPS: "0",
};
const TIMES = 3;
const SECONDS = 30;
const AT_ONCE = [16, 32, 64, 128];
/** Seconds that each tried closed loop runs. */
const TRY_S = 8;
/** Seconds of the closed loop that the load is compared with. */
const PEAK_S = 22;
const WARM = { atOnce: 16, seconds: 8 };
/** Maximum number of connections: more than the calls that the product can have in flight and in its queue. */
const SOCKETS = 8000;

/**
 * Sends three times as many calls of all tools as the product can answer, from fifty clients, and measures the answers
 * to other callers meanwhile.
 * @param share share of a core that all processes of the product use together. With a share that other programs always
 * leave free, the product's capacity stays constant.
 */
export async function mixed(wiring: Wiring, share: number): Promise<void> {
  await using product = await startProduct(wiring, SETTINGS);
  const pids = product.processes.map(({ pid }) => pid);
  using client = openClient(product.url, SOCKETS, { bodies: true });
  using _ = place(pids, share);
  console.error(`${wiring}: warming up`);
  const calm = await askCalmly(product);
  const calls: Call[] = [];
  const ask = asker(client, createMix(SHARES), calls);
  const measure = (seconds: number, load: (seconds: number) => Promise<readonly Asked[]>) => {
    const first = calls.length;
    return stretch({ pids, share }, seconds, calm, ({ n }) => calls[first + n]?.kind ?? "dns", load);
  };
  const closed = (atOnce: number, seconds: number) => {
    console.error(`${wiring}: a closed loop of ${atOnce}`);
    return measure(seconds, (s) => closedLoop(atOnce, s, ask));
  };

  console.log(`${wiring}: warmed up by ${statuses(await closedLoop(WARM.atOnce, WARM.seconds, ask))}`);
  const loops: (readonly [atOnce: number, loop: Stretch])[] = [];
  for (const atOnce of AT_ONCE) loops.push([atOnce, await closed(atOnce, TRY_S)]);
  const [best] = loops.reduce((a, b) => (workOf(b[1]).perFree > workOf(a[1]).perFree ? b : a));
  // The best loop is measured again, because its first result may have been lucky.
  const peak = await closed(best, PEAK_S);
  // Computed for the whole share of the core, even if other processes took some of it meanwhile.
  const perSecond = TIMES * share * workOf(peak).perFree;

  console.error(`${wiring}: ${perSecond.toFixed(0)}/s for ${SECONDS} s`);
  const running = askBeside(product, SECONDS);
  const load = await measure(SECONDS, (seconds) => openLoop({ perSecond, seconds }, ask));
  const beside = await running;
  const after = await closed(best, TRY_S);
  const weights = await weigh(product);

  for (const [atOnce, loop] of [...loops, [best, peak] as const])
    console.log(`  a closed loop of ${String(atOnce).padStart(3)}: ${tellStretch(loop, weights)}`);
  const lateMs = percentile(
    load.asked.map((one) => one.lateMs),
    99,
  );
  console.log(
    `${wiring}: ${perSecond.toFixed(0)}/s of ${CLIENTS} clients for ${SECONDS} s: ${tellStretch(load, weights)}`,
  );
  tellWork(workOf(load, weights).perFree, workOf(peak, weights).perFree);
  tellCallers(load, calm);
  tellRefused(load.asked);
  tellLight(beside.light, calm);
  tellLivez(beside.livez);
  console.log(`  ${tellUsage(load.usage)}, sent late p99 ${lateMs.toFixed(1)} ms`);
  console.log(`  afterwards a closed loop of ${best}: ${tellStretch(after, weights)}`);
}
