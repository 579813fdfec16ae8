import { startProduct, WIRINGS, type Wiring } from "@dnstools/lab/support/product";
import { createMix, type Kind } from "./calls.ts";
import { figure, type Memory, reached } from "./figures.ts";
import { openClient } from "./http-client.ts";
import { memoryMb, peakMemoryMb, roundsOf } from "./measure.ts";
import { memoryOf } from "./processes.ts";
import { memoryAtRest } from "./quick-memory.ts";
import type { Side } from "./quick-sides.ts";

/**
 * Measures the memory of each target and of `all`: at rest, and at most after many calls at once. With a second side,
 * compares the memory at rest with that build's. Run as `bun bench/report-memory.ts SIDES`, inside the lab.
 */
const REST_MS = 3000;
const LOAD: Readonly<Partial<Record<Kind, number>>> = {
  dns: 100,
  reverse: 100,
  whois: 100,
  dnsbl: 100,
  ssl: 100,
  mail: 100,
  propagation: 10,
  scout: 10,
};
const TOLD = "100 calls at once of each tool, 10 of propagation and scout";

/** Starts a build, and measures its processes at rest, and at most after many calls. */
async function look(side: Side, wiring: Wiring): Promise<readonly Memory[]> {
  await using product = await startProduct(wiring, { RATE_LIMIT_UNITS: "0" }, side.command);
  await Bun.sleep(REST_MS);
  const rest = product.processes.map(({ target, pid }) => ({
    target,
    pid,
    rss: memoryMb(pid),
    ...memoryOf(pid),
  }));
  using client = openClient(product.url, 1000);
  for (const [kind, count] of Object.entries(LOAD)) {
    const next = createMix({ [kind]: 1 });
    await Promise.all(Array.from({ length: count }, () => client.get(next().path)));
  }
  return rest.map(({ target, pid, rss, pssMb, ownMb }) => {
    return { kind: "memory", target, restMb: rss, pssMb, ownMb, mostMb: peakMemoryMb(pid), load: TOLD };
  });
}

const sides = JSON.parse(process.argv[2] ?? "[]") as readonly Side[];
const [side] = sides;
if (side !== undefined) for (const wiring of WIRINGS) for (const one of await look(side, wiring)) figure(one);
const [ours, before] = await memoryAtRest(sides, roundsOf(5));
console.log(
  `${ours?.together.toFixed(0)} MB PSS per target together, all ${ours?.own.toFixed(0)} MB private`,
);
if (ours !== undefined && before !== undefined)
  console.log(
    `one process per target at rest, PSS together: ${before.together.toFixed(0)} MB before ` +
      `${reached("one process per target at rest, PSS together, of before", ours.together / before.together, "<= 0.87")}, ` +
      `all at rest, private: ${before.own.toFixed(0)} MB before ` +
      `${reached("all at rest, private memory, of before", ours.own / before.own, "<= 0.85")}`,
  );
process.exit(0);
