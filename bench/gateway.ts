import { memoryAtRest } from "./gateway-memory.ts";
import { redisTimes } from "./gateway-redis.ts";
import { type Stand, startStands } from "./gateway-stands.ts";
import { type Load, loadUrl } from "./http-load.ts";
import { goal, median } from "./measure.ts";

/**
 * Measures what the gateway, its rate limit and nginx cost compared with bare Elysia: CPU of all serving processes,
 * requests per second and latency with many connections, and added latency with one connection. Every round measures
 * all deployments, and bare Elysia too.
 */
const ROUNDS = 3;
const SECONDS = 2;
const MANY = 32;

/** Maximum CPU of each deployment, as a multiple of bare Elysia's CPU. */
const GOALS: Readonly<Record<string, number>> = {
  "all, limits": 2,
  "all, limits, with a key": 2,
  "all, a 429": 1.5,
  "nginx, gateway, service over TCP": 8,
  "nginx, gateway, service over unix": 8,
};

/** The deployment that is the base of the comparison with one connection. */
const ALONE = "service alone";
const SINGLE = [
  "gateway, service over TCP",
  "gateway, service over unix",
  "all",
  "all, limit in Redis (and Redis)",
  "nginx, gateway, service over unix",
];
/** Maximum latency in milliseconds that the gateway and the rate limiter may add. */
const ADDED_MS = 0.3;

async function main(): Promise<void> {
  if (Bun.which("wrk") === null) throw new Error("this bench needs wrk: apt-get install wrk");
  await memoryAtRest();
  await redisTimes();
  await using started = await startStands();
  const { stands } = started;
  const many: Load[][] = [];
  const single: Load[][] = [];
  const one = stands.filter(({ name }) => name === ALONE || SINGLE.includes(name));
  for (let round = 1; round <= ROUNDS; round++) {
    console.error(`round ${round} of ${ROUNDS}`);
    many.push(await each(stands, MANY));
    single.push(await each(one, 1));
  }
  tellMany(stands, many);
  tellSingle(one, single);
}

async function each(stands: readonly Stand[], connections: number): Promise<Load[]> {
  const loads: Load[] = [];
  for (const { url, pids, headers = {}, refused = false } of stands)
    loads.push(await loadUrl(url, pids, { connections, seconds: SECONDS, headers, refused }));
  return loads;
}

/** Returns the median of one figure of a deployment across the rounds. */
function over(rounds: readonly (readonly Load[])[], at: number, figure: (load: Load, hello: Load) => number) {
  return median(
    rounds.flatMap((loads) => {
      const [hello, load] = [loads[0], loads[at]];
      return hello === undefined || load === undefined ? [] : [figure(load, hello)];
    }),
  );
}

function tellMany(stands: readonly Stand[], rounds: readonly (readonly Load[])[]): void {
  console.log(`${MANY} connections, all serving processes on one core, ${ROUNDS} rounds:`);
  for (const [at, { name }] of stands.entries()) {
    const ratio = over(rounds, at, (load, hello) => load.cpuUs / hello.cpuUs);
    const most = GOALS[name];
    console.log(
      `${name.padEnd(36)} ${over(rounds, at, (load) => load.perSecond)
        .toFixed(0)
        .padStart(7)}/s  ` +
        `p50 ${over(rounds, at, (load) => load.p50).toFixed(2)} ms  p99 ${over(rounds, at, (load) => load.p99).toFixed(2)} ms  ` +
        `CPU ${over(rounds, at, (load) => load.cpuUs).toFixed(1)} us  ${ratio.toFixed(2)} x hello ` +
        (most === undefined ? "" : goal(`<= ${most}`, ratio <= most)),
    );
  }
}

function tellSingle(stands: readonly Stand[], rounds: readonly (readonly Load[])[]): void {
  const alone = stands.findIndex(({ name }) => name === ALONE);
  const base = over(rounds, alone, (load) => load.p50);
  console.log(`one connection: the service alone p50 ${base.toFixed(3)} ms`);
  for (const [at, { name }] of stands.entries()) {
    if (at === alone) continue;
    const added = median(rounds.map((loads) => (loads[at]?.p50 ?? Number.NaN) - (loads[alone]?.p50 ?? 0)));
    const verdict = name.startsWith("gateway") ? goal(`< ${ADDED_MS} ms`, added < ADDED_MS) : "";
    console.log(
      `${name.padEnd(36)} p50 ${over(rounds, at, (load) => load.p50).toFixed(3)} ms, ` +
        `p99 ${over(rounds, at, (load) => load.p99).toFixed(3)} ms, adds ${added.toFixed(3)} ms ${verdict}`,
    );
  }
}

void main();
