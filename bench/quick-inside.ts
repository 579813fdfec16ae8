import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measure } from "./quick-measure.ts";
import { memoryAtRest } from "./quick-memory.ts";
import { makeRows } from "./quick-rows.ts";
import type { Side } from "./quick-sides.ts";
import { tell } from "./quick-table.ts";

/** The half of `bin/bench quick` that is in the lab. quick.ts runs it. @param sides as JSON. @param endAt as `measure` takes it. */
async function main(sides: readonly Side[], endAt: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-bench-"));
  // nginx's workers are another user.
  chmodSync(folder, 0o711);
  try {
    const memory = await memoryAtRest(sides);
    const rows = await makeRows();
    tell(sides, rows, await measure(sides, rows, folder, endAt), memory);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const [sides = "[]", endAt] = process.argv.slice(2);
await main(JSON.parse(sides), Number(endAt));
