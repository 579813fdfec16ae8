import { loadavg } from "node:os";
import { startReferences } from "./ordinary-alone.ts";
import { startFront } from "./ordinary-front.ts";
import { frozen } from "./ordinary-frozen.ts";
import { choose, type FrontKind, type NetworkState, USAGE } from "./ordinary-options.ts";
import { allCalls, rowsOf } from "./ordinary-rows.ts";
import { createTable } from "./ordinary-table.ts";
import { busyLoops, makeNetwork } from "./ordinary-world.ts";

/**
 * Checks that ordinary use is never refused and never results in a worse answer: one client with a key asks each tool
 * 1 to 64 questions at once, with the product as shipped, and every answer is compared with the answer to the same
 * call made alone.
 */
const choice = choose(process.argv.slice(2));
if (choice === null) {
  console.error(USAGE);
  process.exit(2);
}

const NETWORK = {
  near: "no round trips",
  far: "100 ms round trips",
  dead: "one dead name server a domain",
} as const;
const FRONT = { all: "one process", nginx: "nginx, one process per target" } as const;
const LOAD = { idle: "idle", busy: "two busy loops" } as const;

/** Milliseconds after which no new measurement begins, on any machine. */
const TIME_MAX_MS = 25 * 60_000;

const start = performance.now();
const elapsedMs = () => performance.now() - start;
const say = (text: string) => console.error(`${(elapsedMs() / 1000).toFixed(0)} s: ${text}`);
const table = createTable();

await using references = await startReferences();
for (const network of choice.networks) {
  if (isLate(NETWORK[network])) continue;
  say(`${NETWORK[network]}: calls alone`);
  await makeNetwork(network);
  const varying = await references.take(network, allCalls(choice));
  for (const line of varying) console.log(`differs between two calls made alone: ${line}`);
  for (const front of choice.fronts) await measure(network, front);
}
console.log(`\n${table.summary()}`);

/** True if it is too late to begin a measurement; the summary then lists the measurement as left out. */
function isLate(what: string): boolean {
  const late = elapsedMs() > TIME_MAX_MS;
  if (late) table.miss("not measured, because the time is up", what);
  return late;
}

async function measure(network: NetworkState, kind: FrontKind): Promise<void> {
  if (choice === null) return;
  await using front = await startFront(kind);
  for (const load of choice.loads) {
    const where = `${FRONT[kind]}, ${NETWORK[network]}, ${LOAD[load]}`;
    if (isLate(where)) continue;
    say(where);
    console.log(`\n${where}; load average before it ${(loadavg()[0] ?? 0).toFixed(1)}`);
    using _ = load === "busy" ? busyLoops() : null;
    for await (const block of rowsOf(front, choice, references, { network, load })) table.block(where, block);
    if (kind === "all" || !choice.rows.includes("frozen")) continue;
    const { line, kept } = await frozen(front);
    console.log(`\n  ${line}`);
    if (!kept) table.miss("dns while cert is stopped: p95", where);
  }
}
