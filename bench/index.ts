import { startProduct } from "@dnstools/lab/support/product";
import { startHello } from "./hello-process.ts";
import { loadUrl } from "./http-load.ts";
import { median, memoryMb } from "./measure.ts";

/**
 * Measures basic figures of the product: the time from start to first answer, memory at rest, and CPU of a route
 * without I/O compared with bare Elysia. Run as `lab/up bun bench/index.ts`; needs wrk. Rounds are interleaved, and
 * medians are printed.
 */
const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 32;

async function main(): Promise<void> {
  if (Bun.which("wrk") === null) throw new Error("this bench needs wrk: apt-get install wrk");
  const starts: number[] = [];
  const rss: number[] = [];
  const cpu = { hello: [] as number[], limits: [] as number[], invalid: [] as number[] };
  for (let round = 1; round <= ROUNDS; round++) {
    console.error(`round ${round} of ${ROUNDS}`);
    starts.push(await startToFirstAnswer());
    cpu.hello.push(await helloCpu());
    await using product = await startProduct("all", { RATE_LIMIT_UNITS: "1000000" });
    const [process] = product.processes;
    if (process === undefined) throw new Error("no process");
    await Bun.sleep(1000);
    rss.push(memoryMb(process.pid));
    cpu.limits.push(await cpuPerRequest(process.pid, `${product.url}/api/v1/limits`));
    cpu.invalid.push(await cpuPerRequest(process.pid, `${product.url}/api/v1/dns?domain=`, true));
  }
  const hello = median(cpu.hello);
  const ratio = (values: readonly number[]) => (median(values) / hello).toFixed(2);
  console.log(`start to first dns answer      ${median(starts).toFixed(0)} ms (goal < 500)`);
  console.log(`idle RSS of all                ${median(rss).toFixed(1)} MB (goal < 100)`);
  console.log(`CPU per request, bare Elysia   ${hello.toFixed(2)} us`);
  console.log(
    `CPU per request, limits        ${median(cpu.limits).toFixed(2)} us, ${ratio(cpu.limits)} x bare (goal <= 2)`,
  );
  console.log(
    `CPU per request, a 400         ${median(cpu.invalid).toFixed(2)} us, ${ratio(cpu.invalid)} x bare`,
  );
}

/** Returns the milliseconds from the start of the process to its first complete `dns` answer. */
async function startToFirstAnswer(): Promise<number> {
  const start = performance.now();
  await using product = await startProduct("all");
  const response = await fetch(`${product.url}/api/v1/dns?domain=example.com`);
  await response.text();
  if (response.status !== 200) throw new Error(`first answer was ${response.status}`);
  return performance.now() - start;
}

async function helloCpu(): Promise<number> {
  await using hello = await startHello();
  return await cpuPerRequest(hello.pid, `${hello.url}/api/v1/limits`);
}

/**
 * Returns the CPU microseconds that a process uses per request, after a warm-up.
 * @param refused true if every response must be a refusal.
 */
async function cpuPerRequest(pid: number, url: string, refused = false): Promise<number> {
  return (await loadUrl(url, [pid], { connections: CONNECTIONS, seconds: SECONDS, refused })).cpuUs;
}

void main();
