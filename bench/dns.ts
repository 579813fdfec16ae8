import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RESOLVER } from "@dnstools/lab/plan/hosts";
import { startProduct } from "@dnstools/lab/support/product";
import { OTHERS, OURS } from "./cores.ts";
import { startDnsdist } from "./dnsdist.ts";
import { type Bound, figure, reached } from "./figures.ts";
import { loadUrl } from "./http-load.ts";
import { median, pin, roundsOf, runOn } from "./measure.ts";
import { WILD_NAMES, wildPaths } from "./wild-names.ts";

/**
 * Compares the cost of a query with tools written in C and C++: the DNS client with dnsperf, and `dns?type=A` over
 * HTTP with dnsdist's DNS over HTTPS (without TLS, like the product behind its proxy). The resolver has a warm cache
 * and runs on the other core. Rounds are interleaved, and medians are printed. dns-rtt.ts makes the measurements with
 * round trips.
 */
const ROUNDS = roundsOf(5);
const SECONDS = 2;
const CONNECTIONS = 50;
const REQUESTS = 60_000;
const CLIENT = `${import.meta.dir}/../services/shared/net/dns/test/client-bench.ts`;

const folder = mkdtempSync(join(tmpdir(), "bench-"));
const questions = join(folder, "questions");
writeFileSync(questions, WILD_NAMES.map((name) => `${name} A\n`).join(""));

const [resolver = 0] = Bun.spawnSync(["pgrep", "-x", "unbound"]).stdout.toString().split("\n").map(Number);
pin(resolver, OTHERS);
await client();
const apart = await http("another name each time, no coalescing, no packet cache", WILD_NAMES, 0, ">= 0.25");
const together = await http(
  "one name, coalescing and packet cache",
  WILD_NAMES.slice(0, 1),
  10_000,
  ">= 0.33",
);
rmSync(folder, { recursive: true });
for (const line of [...apart, ...together]) console.log(line);

async function client(): Promise<void> {
  const dnsperf: number[] = [];
  const ours: number[] = [];
  const cpu: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    console.error(`client, round ${round} of ${ROUNDS}`);
    const perf = ["dnsperf", "-s", RESOLVER, "-d", questions, "-l", String(SECONDS), "-q", "100"];
    dnsperf.push(Number(/Queries per second:\s+([\d.]+)/.exec(await runOn(OURS, ...perf))?.[1]));
    const got = JSON.parse(await runOn(OURS, process.execPath, CLIENT, "throughput", RESOLVER));
    if (got.failed > 0) throw new Error(`${got.failed} queries failed`);
    ours.push(got.perSecond);
    cpu.push(got.cpuUs);
  }
  const ratio = median(ours) / median(dnsperf);
  console.log(`dnsperf                        ${median(dnsperf).toFixed(0)} queries/s`);
  console.log(
    `client                         ${median(ours).toFixed(0)} queries/s (${median(cpu).toFixed(1)} us each), ${ratio.toFixed(2)} x dnsperf ${reached("DNS client, questions a second, of dnsperf", ratio, ">= 0.5")}`,
  );
  figure({ kind: "peer", what: "questions a second", peer: "dnsperf", by: "rate", times: ratio, found: "" });
}

/**
 * Measures the requests per second of CPU time of the product and of dnsdist.
 * @param cached entries of dnsdist's packet cache.
 * @param bound for the ratio of both.
 */
async function http(what: string, asked: readonly string[], cached: number, bound: Bound): Promise<string[]> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    console.error(`${what}, round ${round} of ${ROUNDS}`);
    ours.push(await productRound(asked));
    theirs.push(await dnsdistRound(asked, cached));
  }
  const ratio = median(ours) / median(theirs);
  const name = `dns?type=A, ${what.split(",")[0]}`;
  figure({ kind: "peer", what: name, peer: "dnsdist", by: "CPU", times: ratio, found: "" });
  return [
    what,
    `  dnsdist, DNS over HTTPS      ${median(theirs).toFixed(0)} requests per CPU second`,
    `  dns?type=A                   ${median(ours).toFixed(0)} requests per CPU second, ${ratio.toFixed(2)} x dnsdist ${reached(`${name}, requests a CPU second, of dnsdist`, ratio, bound)}`,
  ];
}

async function productRound(asked: readonly string[]): Promise<number> {
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "1000000000" });
  const load = { connections: CONNECTIONS, seconds: SECONDS, warmSeconds: SECONDS, paths: wildPaths(asked) };
  const { cpuUs } = await loadUrl(product.url, [product.process("all").pid], load);
  return 1e6 / cpuUs;
}

async function dnsdistRound(asked: readonly string[], cached: number): Promise<number> {
  await using dnsdist = await startDnsdist(folder, asked, cached);
  return REQUESTS / (await dnsdist.load(REQUESTS));
}
