import { startProduct } from "@dnstools/lab/support/product";
import { median, memoryMb } from "./measure.ts";
import { memoryOf } from "./processes.ts";
import type { Side } from "./quick-sides.ts";

/** Memory of an idle `all` process in megabytes. */
export type AtRest = { readonly rss: number; readonly pss: number };

const STARTS = 3;
/** Milliseconds after which a started process has released the memory that only its start needed. */
const REST_MS = 3000;

/**
 * Measures the idle memory of each side's `all`, one process at a time, as medians over some starts. PSS counts half
 * of a page that two processes share.
 */
export async function memoryAtRest(sides: readonly Side[]): Promise<readonly AtRest[]> {
  const seen = sides.map(() => ({ rss: [] as number[], pss: [] as number[] }));
  for (let n = 1; n <= STARTS; n++) {
    console.error(`memory at rest, start ${n} of ${STARTS}`);
    for (const [at, { command }] of sides.entries()) {
      await using product = await startProduct("all", {}, command);
      const { pid } = product.process("all");
      await Bun.sleep(REST_MS);
      seen[at]?.rss.push(memoryMb(pid));
      seen[at]?.pss.push(memoryOf(pid).pssMb);
    }
  }
  return seen.map(({ rss, pss }) => ({ rss: median(rss), pss: median(pss) }));
}
