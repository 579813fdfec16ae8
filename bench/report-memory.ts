import { startProduct, WIRINGS, type Wiring } from "@dnstools/lab/support/product";
import { createMix, type Kind } from "./calls.ts";
import { figure, type Memory, reached } from "./figures.ts";
import { openClient } from "./http-client.ts";
import { median, memoryMb, peakMemoryMb, roundsOf } from "./measure.ts";
import { memoryOf } from "./processes.ts";
import type { Side } from "./quick-sides.ts";

/**
 * Measures the memory of each target and of `all`: at rest, and at most after many calls at once. With a second side,
 * compares the memory at rest with that build's. Run as `bun bench/report-memory.ts SIDES`, inside the lab.
 */
const REST_MS = 3000;
const LOAD: Readonly<Partial<Record<Kind, number>>> = {
  ...{ dns: 100, reverse: 100, whois: 100, dnsbl: 100, ssl: 100, mail: 100, propagation: 10, scout: 10 },
};
const TOLD = "100 calls at once of each tool, 10 of propagation and scout";

/** Starts a build, and measures its processes at rest; if wanted, loads them and measures them at most. */
async function look(side: Side, wiring: Wiring, loads = false): Promise<readonly Memory[]> {
  await using product = await startProduct(wiring, { RATE_LIMIT_UNITS: "0" }, side.command);
  await Bun.sleep(REST_MS);
  const rest = product.processes.map(({ target, pid }) => ({
    target,
    pid,
    rss: memoryMb(pid),
    ...memoryOf(pid),
  }));
  if (loads) {
    using client = openClient(product.url, 1000);
    for (const [kind, count] of Object.entries(LOAD)) {
      const next = createMix({ [kind]: 1 });
      await Promise.all(Array.from({ length: count }, () => client.get(next().path)));
    }
  }
  return rest.map(({ target, pid, rss, pssMb, ownMb }) => {
    return { kind: "memory", target, restMb: rss, pssMb, ownMb, mostMb: peakMemoryMb(pid), load: TOLD };
  });
}

const sum = (all: readonly Memory[], of: (one: Memory) => number) =>
  all.reduce((total, one) => total + of(one), 0);
const sides = JSON.parse(process.argv[2] ?? "[]") as readonly Side[];
const seen = sides.map(() => ({ pss: [] as number[], own: [] as number[] }));
for (const side of sides.slice(0, 1))
  for (const wiring of WIRINGS) for (const one of await look(side, wiring, true)) figure(one);
for (let n = 0; n < roundsOf(5); n++) {
  for (const wiring of WIRINGS) {
    // Two builds share hardly any pages, so they can rest at the same time.
    const each = await Promise.all(sides.map((side) => look(side, wiring)));
    for (const [at, all] of each.entries())
      if (wiring === "all") seen[at]?.own.push(sum(all, ({ ownMb }) => ownMb));
      else seen[at]?.pss.push(sum(all, ({ pssMb }) => pssMb));
  }
}
const [ours, before] = seen.map(({ pss, own }) => ({ pss: median(pss), own: median(own) }));
console.log(`${ours?.pss.toFixed(0)} MB PSS per target together, all ${ours?.own.toFixed(0)} MB private`);
if (ours !== undefined && before !== undefined)
  console.log(
    `one process per target at rest, PSS together: ${before.pss.toFixed(0)} MB before ` +
      `${reached("one process per target at rest, PSS together, of before", ours.pss / before.pss, "<= 0.87")}, ` +
      `all at rest, private: ${before.own.toFixed(0)} MB before ` +
      `${reached("all at rest, private memory, of before", ours.own / before.own, "<= 0.85")}`,
  );
process.exit(0);
