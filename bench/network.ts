import { ILL_LISTS } from "@dnstools/lab/plan/blocklists";
import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { metric, startProduct } from "@dnstools/lab/support/product";
import { BLACKLISTS } from "@dnstools/network/blocklists";
import { memoryMb } from "./measure.ts";

/**
 * Makes many `dnsbl` calls at once, each about a different address, and prints the time per call, the lost answers
 * and the memory.
 */
const CROWDS = [50, 100, 200, 500, 500, 500, 500];
const QUERIES = "dnstools_dns_queries_total";
/** The blocklists that must answer about an IPv4 address: those that need no key and do not fail in the lab. */
const WELL = BLACKLISTS.filter(
  ({ zone, takes, key }) =>
    takes.includes("ipv4") && key?.needed !== true && !Object.values<string>(ILL_LISTS).includes(zone),
).map(({ zone }) => zone);
type List = { readonly zone: string; readonly status: string; readonly reason: string | null };

await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0", DNS_RESOLVERS: OWN_RESOLVER });
const process = product.process("all");
let next = 0;
const ask = async () => {
  const n = next++;
  const start = performance.now();
  const response = await fetch(`${product.url}/api/v1/dnsbl?ip=5.69.${n >> 8}.${n & 255}`);
  const { data } = (await response.json()) as { data: { lists: List[] } };
  const lost = data.lists.filter(({ zone, status }) => WELL.includes(zone) && status === "unknown");
  return { lost, ms: performance.now() - start };
};
await ask();
for (const crowd of CROWDS) {
  const before = await metric(process, QUERIES);
  const start = performance.now();
  const got = await Promise.all(Array.from({ length: crowd }, ask));
  const ms = performance.now() - start;
  const questions = (await metric(process, QUERIES)) - before;
  const lost = got.flatMap((one) => one.lost);
  const which = Object.entries(Object.groupBy(lost, ({ zone, reason }) => `${zone} ${reason}`));
  console.log(
    `${String(crowd).padStart(4)} at once: ${ms.toFixed(0).padStart(5)} ms, ${(ms / crowd).toFixed(1)} ms each, ` +
      `${((questions / ms) * 1000).toFixed(0)} queries/s, ${lost.length} of ${crowd * WELL.length} answers lost, ` +
      `slowest ${Math.max(...got.map((one) => one.ms)).toFixed(0)} ms, ${memoryMb(process.pid).toFixed(0)} MB`,
  );
  for (const [what, all] of which) console.log(`     lost: ${all?.length} x ${what}`);
}
