import { loadavg } from "node:os";
import { startReferences } from "./ordinary-alone.ts";
import { startFront } from "./ordinary-front.ts";
import { frozen } from "./ordinary-frozen.ts";
import { choose, type FrontKind, type NetworkState, USAGE } from "./ordinary-options.ts";
import { allCalls, rowsOf } from "./ordinary-rows.ts";
import { createTable } from "./ordinary-table.ts";
import { busyLoops, makeNetwork } from "./ordinary-world.ts";

/**
 * That ordinary use is never refused and never gets a worse answer: one client with a key asks each tool 1 to 64 questions at once,
 * the product being as it is shipped, and every answer is compared with that of the same call alone.
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
const LOAD = { idle: "idle", busy: "two busy loops beside" } as const;

/** Milliseconds from which on nothing new is begun, on whatever machine. */
const TIME_MAX_MS = 25 * 60_000;

const start = performance.now();
const say = (text: string) => console.error(`${((performance.now() - start) / 1000).toFixed(0)} s: ${text}`);
const table = createTable();

await using references = await startReferences();
for (const network of choice.networks) {
  say(`${NETWORK[network]}: calls alone`);
  await makeNetwork(network);
  const varying = await references.take(network, allCalls(choice));
  for (const line of varying) console.log(`differs from one call alone to the next: ${line}`);
  for (const front of choice.fronts) await measure(network, front);
}
console.log(
  `\n${table.missed.length === 0 ? "every goal is kept" : `MISSED:\n  ${table.missed.join("\n  ")}`}`,
);

async function measure(network: NetworkState, kind: FrontKind): Promise<void> {
  if (choice === null) return;
  await using front = await startFront(kind);
  for (const load of choice.loads) {
    const where = `${FRONT[kind]}, ${NETWORK[network]}, ${LOAD[load]}`;
    say(where);
    if (performance.now() - start > TIME_MAX_MS) {
      table.missed.push(`${where}: not measured, the time for all is up`);
      continue;
    }
    using _ = load === "busy" ? busyLoops() : null;
    const load1 = loadavg()[0] ?? 0;
    console.log(`\n${where}; before it ${load1.toFixed(1)} processes of this machine ran or wanted to`);
    for (const { title, rounds, rated } of await rowsOf(front, choice, references, where))
      table.block(title, rounds, rated);
    if (kind === "all" || !choice.rows.includes("frozen")) continue;
    const { line, kept } = await frozen(front);
    console.log(`\n${where}: ${line}`);
    if (!kept) table.missed.push(`${where}: dns while cert is stopped`);
  }
}
