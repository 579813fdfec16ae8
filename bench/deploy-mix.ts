import { type Product, startProduct, WIRINGS } from "@dnstools/lab/support/product";
import { createMix } from "./calls.ts";
import { openClient } from "./http-client.ts";
import { cpuSeconds, peakMemoryMb } from "./measure.ts";
import { type Ask, type Asked, statuses, timed } from "./open-loop.ts";
import { SHARES } from "./overload-callers.ts";
import { memoryOf } from "./processes.ts";

const AT_ONCE = 32;
/** Number of calls before the measurement, after which the JIT compilers have done most of their work. */
const WARM_CALLS = 3000;
const MEASURED_CALLS = 2000;
/** Settings that lift the limits, because all calls come from one client. */
const OPEN = { RATE_LIMIT_UNITS: "1000000000", KEY_CONCURRENCY: "0" };

/**
 * Prints the CPU and memory that a mix of all tools (overload-callers.ts) needs, with one process for everything and
 * with one process per target. CPU time is counted, so that other load on the machine does not matter.
 */
export async function mix(): Promise<void> {
  for (const wiring of WIRINGS) {
    console.error(`mix: ${wiring} ...`);
    await using product = await startProduct(wiring, OPEN);
    using client = openClient(product.url, AT_ONCE);
    const next = createMix(SHARES);
    const ask = () => client.get(next().path);
    await calls(WARM_CALLS, ask);
    const processes = product.processes.map((process) => ({ ...process, before: cpuSeconds(process.pid) }));
    const questionsBefore = await questions(product);
    const asked = await calls(MEASURED_CALLS, ask);
    const questionsEach = ((await questions(product)) - questionsBefore) / asked.length;
    const used = processes.map(({ target, pid, before }) => ({
      target,
      pid,
      cpuS: cpuSeconds(pid) - before,
    }));
    const whole = used.reduce((sum, { cpuS }) => sum + cpuS, 0);
    console.log(
      `${wiring}: ${asked.length} calls (${statuses(asked)}), ${((1000 * whole) / asked.length).toFixed(1)} ms of CPU per call, ` +
        `${(asked.length / whole).toFixed(0)} calls per second and core, ` +
        `${questionsEach.toFixed(1)} queries to our resolvers per call`,
    );
    for (const { target, pid, cpuS } of used)
      console.log(
        `  ${target.padEnd(9)} ${((100 * cpuS) / whole).toFixed(0).padStart(3)} %, ${((1000 * cpuS) / asked.length).toFixed(2)} ms per call; ` +
          `PSS ${memoryOf(pid).pssMb.toFixed(0)} MB, peak RSS ${peakMemoryMb(pid).toFixed(0)} MB`,
      );
  }
}

/**
 * Makes `count` calls with a fixed number of workers, each of which makes its next call when the last one was
 * answered.
 */
async function calls(count: number, ask: Ask): Promise<readonly Asked[]> {
  const all: Asked[] = [];
  let n = 0;
  const worker = async () => {
    while (n < count) {
      const one = n++;
      all.push(await timed(one, performance.now(), 0, ask(one)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return all;
}

/** Counts the queries that all processes together have sent to the product's own resolvers so far. */
async function questions(product: Product): Promise<number> {
  const texts = await Promise.all(
    product.processes.map(async ({ metricsUrl }) => (await fetch(metricsUrl)).text()),
  );
  const counts = texts.flatMap((text) => [
    ...text.matchAll(/^dnstools_dns_queries_total\{[^}]*upstream_class="recursor"[^}]*\} (\d+)$/gm),
  ]);
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}
