import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { growth } from "./deploy-growth.ts";
import { mix } from "./deploy-mix.ts";
import { sizes } from "./deploy-sizes.ts";
import { startAndMemory } from "./deploy-start.ts";
import { chosenRows } from "./rows.ts";

/**
 * Measures the resources that the product needs: sizes, start times and memory at rest; the throughput with more
 * processes of a target; the cost of a mix of all tools. Run as `bin/bench deploy [start|growth|mix]`.
 */
async function start(): Promise<void> {
  const binary = await sizes();
  try {
    await startAndMemory(binary);
  } finally {
    rmSync(dirname(binary), { recursive: true });
  }
}

if (Bun.which("wrk") === null) throw new Error("this bench needs wrk: apt-get install wrk");
for (const row of chosenRows({ start, growth, mix })) await row();
process.exit(0);
