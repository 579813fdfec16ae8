import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { startProduct, WIRINGS, type Wiring } from "@dnstools/lab/support/product";
import { describeHere } from "./checkout.ts";
import { SHIPPED } from "./shipped.ts";
import { ask, readDocumented } from "./soak-ask.ts";
import { figuresOf, lengthOf } from "./soak-figures.ts";
import { createRequests } from "./soak-requests.ts";
import { list, Tally } from "./soak-tally.ts";
import { tableOf, trendsOf } from "./soak-trend.ts";
import { atWork, lookAt, lookInto, type Sample, type Watched, watchedOf } from "./soak-watch.ts";
import { FLEETING_RESOLVER, loseAll, prepareResolver, type Trouble, troublesWith } from "./soak-world.ts";

/**
 * Sends mixed requests to both wirings at the same time for a long time, over a line that loses packets and while
 * servers and resolvers come and go, and shows wrong answers, and slopes of memory and of everything that could pile
 * up. Run as `bin/bench soak [--minutes N] [--rate N]`; a signal ends it early, with the result so far.
 */
const { values: options } = parseArgs({
  options: { minutes: { type: "string", default: "45" }, rate: { type: "string", default: "50" } },
});
const RUN_MS = 60_000 * Number(options.minutes);
/** Requests a second to both products together, if they keep up. */
const RATE = Number(options.rate);
/** Callers of each product, who wait for their answers. */
const CALLERS = 20;
const PROGRESS_MS = 30_000;
/** Time between looks into the heap, which cost a garbage collection, and number of cheap looks for each of them. */
const HEAP_MS = Math.min(20_000, Math.max(8000, RUN_MS / 45));
const LOOKS = 4;
/** How long each fault lasts, and the time without a fault after it. */
const TROUBLE_MS = Math.min(20_000, Math.max(6000, RUN_MS / 20));
/** Milliseconds that the products may take to finish what callers left behind. */
const REST_MS = 25_000;
/** Settings as shipped, so the rate limit applies, to addresses that a trusted proxy reports. */
const SETTINGS = {
  ...SHIPPED,
  TRUSTED_PROXIES: "127.0.0.1/32",
  DNS_RESOLVERS: `${FLEETING_RESOLVER},${OWN_RESOLVER}`,
};
/** The figures of the last long run, which the report shows. */
const KEPT = join(import.meta.dir, "soak.jsonl");

const folder = mkdtempSync(join(tmpdir(), "dnstools-soak-"));
const inside = [process.execPath, "--preload", join(import.meta.dir, "soak-inside.ts")];
const command = [...inside, join(import.meta.dir, "../main.ts")];
const stop = Promise.withResolvers<string>();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.resolve(signal));

/** Starts a product, with an empty series for each of its processes. */
async function open(wiring: Wiring) {
  const own = mkdtempSync(join(folder, "product-"));
  const product = await startProduct(wiring, { ...SETTINGS, SOAK_FOLDER: own }, command);
  const series = watchedOf(product, own).map((watched) => ({ watched, samples: [] as Sample[] }));
  return { wiring, product, series, documented: await readDocumented(product.url), tally: new Tally() };
}
type Side = Awaited<ReturnType<typeof open>>;

let begun = 0;
let ended = false;
let trouble = "no fault";
const since = () => performance.now() - begun;
const clock = () => new Date(since()).toISOString().slice(11, 19);
const pause = (ms: number) => Promise.race([Bun.sleep(ms), stop.promise]);

/** One caller: makes requests one after another, with pauses that keep the rate. */
async function call({ product, documented, tally }: Side): Promise<void> {
  const next = createRequests(Math.random);
  const everyMs = (2000 * CALLERS) / RATE;
  while (!ended) {
    const at = performance.now();
    tally.add(await ask(product.url, next(), documented), `${clock()}, ${trouble}`);
    await pause(Math.max(0, everyMs * (0.5 + Math.random()) - (performance.now() - at)));
  }
}

/** Measures the processes until the end: memory and files often, what is alive in them less often. */
async function watch(sides: readonly Side[]): Promise<void> {
  for (let look = 0; !ended; look++) {
    for (const { tally, series } of sides)
      for (const { watched, samples } of series)
        try {
          const deep = look % LOOKS === 0 ? await lookInto(watched) : {};
          samples.push({ at: since(), values: { ...lookAt(watched), ...deep } });
        } catch (error) {
          tally.fail(`${clock()}, ${trouble}: ${watched.name} cannot be watched: ${error}`);
        }
    await pause(HEAP_MS / LOOKS);
  }
}

/** Makes one fault after another, with times without a fault between them. */
async function disturb(troubles: readonly Trouble[]): Promise<void> {
  for (let n = 0; !ended; n++) {
    await pause(TROUBLE_MS);
    const one = troubles[n % troubles.length];
    if (ended || one === undefined) return;
    trouble = one.what;
    await one.begin();
    await pause(TROUBLE_MS);
    await one.end();
    trouble = `after: ${one.what}`;
  }
}

async function tellProgress(sides: readonly Side[]): Promise<void> {
  let before = 0;
  for (;;) {
    await pause(PROGRESS_MS);
    if (ended) return;
    const total = sides.reduce((sum, { tally }) => sum + tally.total, 0);
    const memory = sides.flatMap(({ series }) =>
      series.map(({ watched, samples }) => `${watched.name} ${samples.at(-1)?.values.rssMb?.toFixed(0)}`),
    );
    const verdicts = sides.map(({ tally }) => list(tally.counts)).join(" | ");
    console.log(
      `${clock()} ${total} requests, ${((1000 * (total - before)) / PROGRESS_MS).toFixed(0)}/s: ${verdicts}; MB: ${memory.join(" ")}; ${trouble}`,
    );
    before = total;
  }
}

/**
 * Prints the result and writes its figures.
 * @param rests what was at work after the end; null if the run ended early
 * @returns true if nothing is wrong
 */
function tell(sides: readonly Side[], lastedMs: number, rests: readonly string[] | null): boolean {
  const soaked = sides.map(({ wiring, tally, series }) => {
    const trends = series.flatMap(({ watched, samples }) => trendsOf(watched.name, samples, lastedMs));
    console.log(`\n${wiring}, ${(lastedMs / 60_000).toFixed(1)} minutes: ${tally.text()}`);
    console.log(tableOf(trends));
    return { tally, trends, series: series.map(({ watched: { name }, samples }) => ({ name, samples })) };
  });
  for (const rest of rests ?? []) console.log(`NOT AT REST: ${rest}`);
  const minutes = lastedMs / 60_000;
  const figures = figuresOf(soaked, { minutes, left: rests?.length ?? null, commit });
  // Short runs are trials, and do not replace the figures that the report shows.
  const file = lengthOf(sides, minutes) >= 1 ? KEPT : join(tmpdir(), "dnstools-soak.jsonl");
  writeFileSync(file, figures.map((one) => `${JSON.stringify(one)}\n`).join(""));
  console.log(`\nfigures: ${file}`);
  return figures.every((one) => one.kind !== "goal" || one.what.startsWith("length") || one.kept);
}

/** Waits until no call is at work in any process. @returns what is left after all; nothing is expected. */
async function restOf(sides: readonly Side[]): Promise<readonly string[]> {
  const all = sides.flatMap(({ series }) => series.map(({ watched }) => watched));
  const until = performance.now() + REST_MS;
  for (;;) {
    const busy = await Promise.all(
      all.map(
        async (one): Promise<readonly [Watched, number]> => [
          one,
          await atWork(one).catch(() => Number.POSITIVE_INFINITY),
        ],
      ),
    );
    const left = busy.filter(([, count]) => count > 0);
    if (left.length === 0 || performance.now() > until)
      return left.map(
        ([{ name }, count]) =>
          `${name}: ${Number.isFinite(count) ? `${count} calls` : "no answer"} ${REST_MS / 1000} s after the last request`,
      );
    await Bun.sleep(500);
  }
}

const commit = describeHere();
const resolver = await prepareResolver();
await resolver.start();
await loseAll();
const sides = [await open(WIRINGS[0]), await open(WIRINGS[1])];
begun = performance.now();
console.log(
  `${options.minutes} minutes, ${RATE} requests a second: ${sides.map(({ wiring }) => wiring).join(" and ")}`,
);
const working = [
  ...sides.flatMap((side) => Array.from({ length: CALLERS }, () => call(side))),
  watch(sides),
  disturb(troublesWith(resolver)),
  tellProgress(sides),
];
const broken = Promise.all(working).then(
  () => "ended",
  (error) => {
    sides[0]?.tally.fail(`${clock()}, ${trouble}: ${error}`);
    return String(error);
  },
);
const why = await Promise.race([Bun.sleep(RUN_MS).then(() => "done"), stop.promise, broken]);
const lastedMs = since();
ended = true;
let rests: readonly string[] | null = null;
if (why === "done") {
  stop.resolve("done");
  await broken;
  rests = await restOf(sides);
} else console.log(`ended by ${why}`);
const good = tell(sides, lastedMs, rests);
console.log(good ? "\nNothing is wrong, and everything is flat." : "\nSOMETHING IS WRONG.");
for (const { product } of sides) await product[Symbol.asyncDispose]();
await resolver.stop();
rmSync(folder, { recursive: true });
process.exit(good ? 0 : 1);
