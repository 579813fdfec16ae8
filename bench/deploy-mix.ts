import { type Product, startProduct, WIRINGS } from "@dnstools/lab/support/product";
import { createMix } from "./calls.ts";
import { openClient } from "./http-client.ts";
import { cpuSeconds, peakMemoryMb } from "./measure.ts";
import { type Ask, type Asked, statuses, timed } from "./open-loop.ts";
import { SHARES } from "./overload-callers.ts";
import { memoryOf } from "./processes.ts";

const AT_ONCE = 32;
/** Until the JIT compilers have done most of what they do. */
const WARM_CALLS = 3000;
const MEASURED_CALLS = 2000;
/** One client asks for all callers. */
const OPEN = { RATE_LIMIT_UNITS: "1000000000", KEY_CONCURRENCY: "0" };

/**
 * What a mix of all tools (overload-callers.ts) takes of processor and memory: with one process for all, and with one for each target. By
 * time of the processor, so that it does not matter what else the machine does.
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
      `${wiring}: ${asked.length} calls (${statuses(asked)}), ${((1000 * whole) / asked.length).toFixed(1)} ms of processor a call, ` +
        `${(asked.length / whole).toFixed(0)} calls a second and core, ` +
        `${questionsEach.toFixed(1)} questions to our resolvers a call`,
    );
    for (const { target, pid, cpuS } of used)
      console.log(
        `  ${target.padEnd(9)} ${((100 * cpuS) / whole).toFixed(0).padStart(3)} %, ${((1000 * cpuS) / asked.length).toFixed(2)} ms a call; ` +
          `PSS ${memoryOf(pid).pssMb.toFixed(0)} MB, RSS at most ${peakMemoryMb(pid).toFixed(0)} MB`,
      );
  }
}

/** Makes `count` calls with a fixed number of workers: a worker makes its next call when its last one was answered. */
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

/** Questions to our own resolvers so far, of all processes. */
async function questions(product: Product): Promise<number> {
  const texts = await Promise.all(
    product.processes.map(async ({ metricsUrl }) => (await fetch(metricsUrl)).text()),
  );
  const counts = texts.flatMap((text) => [
    ...text.matchAll(/^dnstools_dns_queries_total\{[^}]*upstream_class="recursor"[^}]*\} (\d+)$/gm),
  ]);
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}
