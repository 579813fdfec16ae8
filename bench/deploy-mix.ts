import { startProduct, WIRINGS } from "@dnstools/lab/support/product";
import { createMix } from "./calls.ts";
import { openClient } from "./http-client.ts";
import { cpuSeconds, peakMemoryMb } from "./measure.ts";
import { closedLoop, statuses } from "./open-loop.ts";
import { SHARES } from "./overload-callers.ts";
import { memoryOf } from "./processes.ts";

const AT_ONCE = 8;
const WARM_S = 10;
const MEASURED_S = 30;
/** Every caller is asked for by one test client. */
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
    await closedLoop(AT_ONCE, WARM_S, ask);
    const processes = product.processes.map((process) => ({ ...process, before: cpuSeconds(process.pid) }));
    const asked = await closedLoop(AT_ONCE, MEASURED_S, ask);
    const used = processes.map(({ target, pid, before }) => ({ target, pid, cpuS: cpuSeconds(pid) - before }));
    const whole = used.reduce((sum, { cpuS }) => sum + cpuS, 0);
    console.log(
      `${wiring}: ${asked.length} calls (${statuses(asked)}), ${((1000 * whole) / asked.length).toFixed(1)} ms of processor a call, ` +
        `${(asked.length / whole).toFixed(0)} calls a second and core`,
    );
    for (const { target, pid, cpuS } of used)
      console.log(
        `  ${target.padEnd(9)} ${((100 * cpuS) / whole).toFixed(0).padStart(3)} %, ${((1000 * cpuS) / asked.length).toFixed(2)} ms a call; ` +
          `PSS ${memoryOf(pid).pssMb.toFixed(0)} MB, RSS at most ${peakMemoryMb(pid).toFixed(0)} MB`,
      );
  }
}
