import { startProduct } from "@dnstools/lab/support/product";
import { median, memoryMb } from "./measure.ts";
import { memoryOf } from "./processes.ts";
import type { Side } from "./quick-sides.ts";

/** Memory of idle processes in megabytes. */
export type AtRest = {
  /** RSS, PSS and private memory of an `all` process. */
  readonly rss: number;
  readonly pss: number;
  readonly own: number;
  /** PSS of all processes together, with one process per target. */
  readonly together: number;
};

/** Milliseconds after which a started process has released the memory that only its start needed. */
const REST_MS = 3000;

/**
 * Measures the idle memory of each side, one wiring at a time, as medians of some starts. PSS counts half of a page
 * that two processes share.
 */
export async function memoryAtRest(sides: readonly Side[], starts: number): Promise<readonly AtRest[]> {
  const seen = sides.map(() => [] as AtRest[]);
  for (let n = 1; n <= starts; n++) {
    console.error(`memory at rest, start ${n} of ${starts}`);
    // Two builds share hardly any pages, so they can rest at the same time.
    const alone = await Promise.all(sides.map(restOfAll));
    const together = await Promise.all(sides.map(restTogether));
    for (const [at, one] of alone.entries()) seen[at]?.push({ ...one, together: together[at] ?? Number.NaN });
  }
  return seen.map((each) => ({
    rss: median(each.map(({ rss }) => rss)),
    pss: median(each.map(({ pss }) => pss)),
    own: median(each.map(({ own }) => own)),
    together: median(each.map(({ together }) => together)),
  }));
}

async function restOfAll({ command }: Side) {
  await using product = await startProduct("all", {}, command);
  const { pid } = product.process("all");
  await Bun.sleep(REST_MS);
  const { pssMb, ownMb } = memoryOf(pid);
  return { rss: memoryMb(pid), pss: pssMb, own: ownMb };
}

async function restTogether({ command }: Side): Promise<number> {
  await using product = await startProduct("one process per target", {}, command);
  await Bun.sleep(REST_MS);
  return product.processes.reduce((sum, { pid }) => sum + memoryOf(pid).pssMb, 0);
}
