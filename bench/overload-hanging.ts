import { startProduct, type Wiring } from "@dnstools/lab/support/product";
import { place } from "./cores.ts";
import { openClient } from "./http-client.ts";
import { goal, median } from "./measure.ts";
import { type Asked, closedLoop, openLoop, percentile, timesOf } from "./open-loop.ts";
import { NAMES } from "./overload-names.ts";

/**
 * Slow calls, each about a different target: registries that accept a query at port 43 and never answer (4 s), and
 * addresses that drop all packets (3.5 s). The bench makes whole `dns` calls at a steady rate, alone and while these
 * 500 calls hang.
 */
const SLOW: readonly string[] = [
  ...Array.from({ length: 470 }, (_, i) => `whois?domain=n${i}.silent.io`),
  ...["https", "imaps"].flatMap((service) =>
    Array.from({ length: 19 }, (_, i) => `ssl?host=5.40.200.${i + 1}&service=${service}`),
  ),
];
const SETTINGS = {
  RATE_LIMIT_UNITS: "0",
  TARGET_CONCURRENCY: "0",
  KEY_CONCURRENCY: "0",
  NAMESERVER_QPS: "0",
  REGISTRY_RATE: "0",
  TOOL_DEADLINES: "whois=60000,ssl=60000",
};
const ROUNDS = 6;
/** Requests per second: this `share` of the highest possible rate, but no more than `most`. */
const RATE = { share: 0.25, most: 60 };
const WARM_S = 4;
/** Seconds of each measurement. */
const SECONDS = 2;
/** Seconds until all slow calls hang, if the product has a whole core. */
const ALL_HANG_S = 1;
const REST_S = 1;
const LIMIT = 1.2;

/**
 * Runs the bench in one wiring.
 * @param share the share of a core for the product, as in `mixed`
 */
export async function hanging(wiring: Wiring, share: number): Promise<void> {
  await using product = await startProduct(wiring, SETTINGS);
  using quick = openClient(product.url, 100);
  using _ = place(
    product.processes.map(({ pid }) => pid),
    share,
  );
  let next = 0;
  const ask = () => quick.get(`/api/v1/dns?domain=${NAMES[next++ % NAMES.length]}`);
  const can = (await closedLoop(8, WARM_S, ask)).length / WARM_S;
  const perSecond = Math.min(RATE.most, RATE.share * can);
  const steady = (seconds: number) => openLoop({ perSecond, seconds }, ask);
  const alone: (readonly Asked[])[] = [];
  const beside: (readonly Asked[])[] = [];
  const leaving: number[] = [];
  let least = SLOW.length;
  for (let round = 0; round <= ROUNDS; round++) {
    // The clients of the previous round's slow calls have just disconnected, all at once.
    const after = await steady(REST_S);
    if (round > 1) leaving.push(Math.max(...timesOf(after)));
    const before = await steady(SECONDS);
    let hang = SLOW.length;
    // The connections close at the end of the round, which ends the calls.
    using slow = openClient(product.url, SLOW.length);
    for (const path of SLOW) void slow.get(`/api/v1/${path}`).then(() => hang--);
    await steady(ALL_HANG_S / share);
    const during = await steady(SECONDS);
    // The first round is a warm-up.
    if (round === 0) continue;
    alone.push(before);
    beside.push(during);
    least = Math.min(least, hang);
  }
  // The percentile is taken per round, so that a round on a busy machine does not decide the result.
  const [before, during] = [alone, beside].map((rounds) =>
    median(rounds.map((asked) => percentile(timesOf(asked), 99))),
  );
  const [quiet, busy] = [alone, beside].map((rounds) => percentile(timesOf(rounds.flat()), 50).toFixed(2));
  if (before === undefined || during === undefined) throw new Error("nothing was measured");
  const all = [...alone, ...beside].flat();
  const failed = all.filter(({ status }) => status !== 200).length;
  console.log(
    `${wiring}: dns at ${perSecond.toFixed(0)}/s: p50 ${quiet} ms, p99 ${before.toFixed(2)} ms; while ${least} to ${SLOW.length} slow calls hang ` +
      `p50 ${busy} ms, p99 ${during.toFixed(2)} ms, ${(during / before).toFixed(2)} x ${goal(`<= ${LIMIT}`, during <= LIMIT * before)}; ` +
      `${failed} of ${all.length} failed; when all callers leave at once a dns call waits up to ${median(leaving).toFixed(0)} ms`,
  );
}
