import { startCollector, tracedTo } from "@dnstools/lab/support/collector";
import { startProduct } from "@dnstools/lab/support/product";
import { loadUrl } from "./http-load.ts";
import { median, memoryMb } from "./measure.ts";

/**
 * Measures the cost of traces: CPU of a route without traces, CPU of a tool call, and memory at rest; without a
 * collector, and with a collector that gets none, one percent or all of the traces. Needs wrk.
 */
const ROUNDS = 3;
const SECONDS = 2;
/** A call of a tool. CPU is that of the product's process, so the bench's own collector is not measured. */
const QUERY = "/api/v1/dns?domain=example.com&type=A";

const STANDS = [
  { name: "no collector", env: () => ({}) },
  { name: "a collector, no traces", env: (url: string) => sampled(url, "0") },
  { name: "a collector, 1 in 100", env: (url: string) => sampled(url, "0.01") },
  { name: "a collector, all traces", env: (url: string) => sampled(url, "1") },
] as const;

function sampled(url: string, share: string): Record<string, string> {
  return {
    ...tracedTo({ url }),
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf",
    OTEL_BSP_SCHEDULE_DELAY: "1000",
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: share,
  };
}

async function main(): Promise<void> {
  if (Bun.which("wrk") === null) throw new Error("this bench needs wrk: apt-get install wrk");
  const results = STANDS.map(({ name }) => ({
    name,
    limits: [] as number[],
    call: [] as number[],
    rss: [] as number[],
  }));
  for (let round = 1; round <= ROUNDS; round++) {
    console.error(`round ${round} of ${ROUNDS}`);
    for (const [at, { env }] of STANDS.entries()) {
      await using collector = startCollector();
      await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0", ...env(collector.url) });
      const pid = product.process("all").pid;
      await Bun.sleep(1000);
      const result = results[at];
      result?.rss.push(memoryMb(pid));
      const seconds = SECONDS;
      const limits = await loadUrl(`${product.url}/api/v1/limits`, [pid], { connections: 32, seconds });
      result?.limits.push(limits.cpuUs);
      result?.call.push((await loadUrl(`${product.url}${QUERY}`, [pid], { connections: 1, seconds })).cpuUs);
    }
  }
  const base = results[0];
  const more = (values: readonly number[], of: readonly number[]) =>
    `${median(values).toFixed(1)} us (${(median(values) / median(of)).toFixed(2)} x)`;
  for (const { name, limits, call, rss } of results)
    console.log(
      `${name.padEnd(26)} limits ${more(limits, base?.limits ?? [])}  a dns call ${more(call, base?.call ?? [])}  ` +
        `at rest ${median(rss).toFixed(1)} MB`,
    );
}

void main();
