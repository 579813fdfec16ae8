import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { growth } from "./deploy-growth.ts";
import { sizes } from "./deploy-sizes.ts";
import { startAndMemory } from "./deploy-start.ts";

/** What it takes to run the product: sizes, the time to be ready, memory at rest, and what more processes of a target bring. */
async function main(): Promise<void> {
  if (Bun.which("wrk") === null) throw new Error("this bench needs wrk: apt-get install wrk");
  const binary = await sizes();
  try {
    await startAndMemory(binary);
  } finally {
    rmSync(dirname(binary), { recursive: true });
  }
  await growth();
}

void main();
