import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measure } from "./quick-measure.ts";
import { memoryAtRest } from "./quick-memory.ts";
import { makeRows } from "./quick-rows.ts";
import type { Side } from "./quick-sides.ts";
import { tell, tellMemory } from "./quick-table.ts";

/**
 * Runs the part of `bin/bench quick` that is inside the lab; quick.ts starts it.
 * @param endAt as in `measure`
 * @param words choose rows by their names, and the memory by "memory"; without words, everything is measured
 */
async function main(sides: readonly Side[], endAt: number, words: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-bench-"));
  // nginx's workers run as another user.
  chmodSync(folder, 0o711);
  try {
    const all = await makeRows();
    const rows =
      words.length === 0 ? all : all.filter(({ name }) => words.some((word) => name.includes(word)));
    const starts = words.length === 0 ? 3 : words.includes("memory") ? 5 : 0;
    if (rows.length === 0 && starts === 0)
      throw new Error(
        `no row has one of these words; rows: memory; ${all.map(({ name }) => name).join("; ")}`,
      );
    const memory = starts === 0 ? null : await memoryAtRest(sides, starts);
    if (rows.length > 0) tell(sides, rows, await measure(sides, rows, folder, endAt));
    if (memory !== null) tellMemory(sides, memory);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const [sides = "[]", endAt, ...words] = process.argv.slice(2);
await main(JSON.parse(sides), Number(endAt), words);
