import { loadavg } from "node:os";
import { startPrometheus } from "@dnstools/deploy/test/live/prometheus";
import { prometheusConfig } from "@dnstools/deploy/test/live/prometheus-config";
import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { startRelay } from "@dnstools/lab/support/relay";
import { type Happened, PHASES } from "./alerts-phases.ts";
import { readAlerts, tellAlerts, tellBudget } from "./alerts-told.ts";
import { KINDS_OF_PROCESS, startStand } from "./faults-stand.ts";
import { percentile, startSteady, statuses } from "./open-loop.ts";
import { optionOf } from "./rows.ts";

/**
 * Runs a whole installation with Prometheus, set up as in compose. Applies mixed load for half an hour, breaks one
 * part after another, and checks which alerts fire. Run as `bin/bench alerts`. `--part=0.1` shortens every phase to
 * that share, to check that the bench works: alerts then have no time to fire.
 */
const PER_SECOND = 10;
const MINUTE_MS = 60_000;
/** Minutes until the last call has left the five-minute rates that the error budget is summed from. */
const DRAIN_MINUTES = 5.5;

async function main(): Promise<void> {
  const part = Number(optionOf("part") ?? 1);
  console.error("starting two processes of each kind, and Prometheus ...");
  await using ends = new AsyncDisposableStack();
  let silent = false;
  const relay = ends.use(await startRelay(OWN_RESOLVER, () => (silent ? "drop" : "pass")));
  const stand = ends.use(await startStand({ DNS_RESOLVERS: relay.address }));
  const places = new Map([
    ...KINDS_OF_PROCESS.map((kind) => [kind, stand.fleet.of(kind).map(hostOf)] as const),
    ["edge", [stand.edgeMetrics]] as const,
  ]);
  const prometheus = ends.use(await startPrometheus(await prometheusConfig(places)));
  const resolvers = (answer: boolean) => {
    silent = !answer;
  };
  const world = { stand, resolvers };

  const beganMs = Date.now();
  const began = performance.now();
  const load = startSteady(PER_SECOND, stand.ask);
  const happened: Happened[] = [];
  for (const phase of PHASES) {
    const from = performance.now() - began;
    console.error(`minute ${(from / MINUTE_MS).toFixed(1)}: ${phase.name}, ${phase.minutes} min ...`);
    const over = Bun.sleep(phase.minutes * part * MINUTE_MS);
    await phase.begin?.(world);
    await over;
    await phase.end?.(world);
    happened.push({ phase, from, to: performance.now() - began, load: loadavg()[0] ?? 0 });
  }
  const asked = (await load.stop()).map((one) => ({ ...one, due: one.due - began }));
  console.error(`the load has ended; waiting ${DRAIN_MINUTES} minutes until Prometheus has counted it ...`);
  await Bun.sleep(DRAIN_MINUTES * part * MINUTE_MS);

  const minutes = (performance.now() - began) / MINUTE_MS;
  console.log(
    `${asked.length} calls in ${(minutes - DRAIN_MINUTES * part).toFixed(1)} minutes: ${statuses(asked)}; ` +
      `sent ${percentile(
        asked.map(({ lateMs }) => lateMs),
        99,
      ).toFixed(0)} ms late (p99)`,
  );
  tellAlerts(await readAlerts(prometheus, beganMs, Date.now()), happened, asked);
  await tellBudget(prometheus, asked, await stand.counted());
}

const hostOf = ({ metricsUrl }: { readonly metricsUrl: string }) => new URL(metricsUrl).host;

await main();
process.exit(0);
