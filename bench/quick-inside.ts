import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measure } from "./quick-measure.ts";
import { memoryAtRest } from "./quick-memory.ts";
import { makeRows } from "./quick-rows.ts";
import type { Side } from "./quick-sides.ts";
import { tell } from "./quick-table.ts";

/** Runs the part of `bin/bench quick` that is inside the lab; quick.ts starts it. @param endAt as in `measure`. */
async function main(sides: readonly Side[], endAt: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-bench-"));
  // nginx's workers run as another user.
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
