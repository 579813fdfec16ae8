import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { metric, type Product, startProduct, WIRINGS, type Wiring } from "@dnstools/lab/support/product";
import { apart } from "./cores.ts";
import { CROWDS, type Crowd } from "./crowds-calls.ts";
import { type Drops, dropsBetween, dropsSoFar } from "./crowds-drops.ts";
import { CROWD_GOALS, type CrowdGoal } from "./crowds-goals.ts";
import { type Answered, CLIENTS, crowdOf, loneCalls, outOfTime } from "./crowds-run.ts";
import { reached } from "./figures.ts";
import { peakMemoryMb } from "./measure.ts";
import { statuses, timesOf } from "./open-loop.ts";
import { digits } from "./report-goals.ts";
import { chosenRows } from "./rows.ts";
import { SHIPPED } from "./shipped.ts";

/**
 * Makes many calls of a tool at once, from fifty clients with their own addresses and connections, in both wirings,
 * and shows whether each call is answered within its wait and its deadline, with nothing lost, nothing unknown for
 * want of time, and memory below the shipped limits. Run as `bin/bench crowds [mail] [dnsbl] [scout] [ssl]`. The
 * product has one core, all other processes have the other.
 */
const ROUNDS = 3;
const REST_MS = 3000;
/** Longest wait for a turn, as shipped (QUEUE_WAIT_MS). */
const QUEUE_WAIT_MS = 5000;
/**
 * Settings as shipped, the rate limit included, with one change: the limit of calls about one target is off, because
 * most targets of the lab are below a few domains.
 */
const SETTINGS = {
  ...SHIPPED,
  TRUSTED_PROXIES: "127.0.0.1/32",
  DNS_RESOLVERS: OWN_RESOLVER,
  TARGET_CONCURRENCY: "0",
};
/** Memory limits in megabytes of the processes in Kubernetes, as shipped; 512 for those that are not listed. */
const MEMORY_LIMITS: Readonly<Record<string, number>> = { all: 1024, analysis: 768 };

const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), 0);
const sum = (values: Iterable<number>) => [...values].reduce((a, b) => a + b, 0);

/** Counts the questions to our own resolver that were repeated so far. */
async function repeated({ processes }: Product): Promise<number> {
  const labels = { upstream_class: "recursor" };
  const counts = await Promise.all(processes.map((one) => metric(one, "dnstools_dns_retries_total", labels)));
  return sum(counts);
}

async function crowd(wiring: Wiring, { tool, paths, alone }: Crowd): Promise<void> {
  await using product = await startProduct(wiring, SETTINGS);
  const { url, processes } = product;
  apart(processes.map(({ pid }) => pid));
  // The first call makes a process do its one-time work, such as checks of blocklists.
  const [first] = await loneCalls(url, paths.slice(0, 1), 60_000);
  const mostMs = QUEUE_WAIT_MS + Number(/"deadlineMs":(\d+)/.exec(first?.body ?? "")?.[1]);
  const what = `${paths.length} ${tool}, ${wiring}`;
  console.log(`${what}: from ${CLIENTS} clients; alone ${first?.ms.toFixed(0)} ms`);
  const all: Answered[] = [];
  const lost: Drops[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = { drops: await dropsSoFar(), repeated: await repeated(product) };
    const start = performance.now();
    const answers = await crowdOf(url, paths, round * CLIENTS);
    const ms = performance.now() - start;
    const drops = dropsBetween(before.drops, await dropsSoFar());
    all.push(...answers);
    lost.push(drops);
    console.log(
      `  ${ms.toFixed(0)} ms, slowest ${most(timesOf(answers)).toFixed(0)} ms; ${statuses(answers)}; ` +
        `lost: ${drops.product} at the product, ${drops.internet} at servers, ${drops.resolver} in the resolver; ` +
        `${(await repeated(product)) - before.repeated} questions to it repeated`,
    );
    await Bun.sleep(REST_MS);
  }
  const peaks = processes.map(({ pid }) => peakMemoryMb(pid));
  const lone = outOfTime(await loneCalls(url, paths.slice(0, alone), 30_000));
  const among = outOfTime(all);

  const tell = ([name, bound, unit]: CrowdGoal, measured: number, more = "") => {
    const told = reached(`${tool}, ${wiring}: ${name}`, measured, bound, unit);
    console.log(`  ${name}: ${digits(measured)} ${unit} ${more}${told}`);
  };
  const slowest = most(timesOf(all));
  tell(CROWD_GOALS.slowest, slowest / mostMs, `(${slowest.toFixed(0)} of ${mostMs} ms) `);
  tell(CROWD_GOALS.failed, all.filter(({ status }) => status !== 200).length);
  // The resolver's sockets are on the Internet's side.
  tell(CROWD_GOALS.lost, sum(lost.map(({ product, internet, resolver }) => product + internet + resolver)));
  const each = [...among].map(
    ([reason, count]) => `${reason} ${count.toFixed(2)}, alone ${(lone.get(reason) ?? 0).toFixed(2)}`,
  );
  tell(CROWD_GOALS.unknown, sum(among.values()) - sum(lone.values()), `(${each.join("; ") || "none"}) `);
  const shares = processes.map(({ target }, i) => (peaks[i] ?? 0) / (MEMORY_LIMITS[target] ?? 512));
  const memory = processes.map(({ target }, i) => `${target} ${peaks[i]?.toFixed(0)}`).join(", ");
  tell(CROWD_GOALS.memory, most(shares), `(MB: ${memory}) `);
}

for (const open of chosenRows(CROWDS)) {
  const one = await open();
  for (const wiring of WIRINGS) await crowd(wiring, one);
}
process.exit(0);
