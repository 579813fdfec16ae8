import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build, checkOut, describeHere, isBuildable, resolveCommit } from "./checkout.ts";
import type { Side } from "./quick-sides.ts";
import { createRunner } from "./runner.ts";

/**
 * `bin/bench quick [--against COMMIT]`: CPU of a request and memory at rest, of this checkout and of another commit beside it.
 * This half builds both outside of the lab, where there is a registry; quick-inside.ts measures in it. The bench and the lab are
 * those of this checkout; of the other commit there is the product alone.
 */
const ROOT = join(import.meta.dir, "..");
/** Milliseconds after which nothing more is begun: what is under way then ends within the five minutes. */
const BUDGET_MS = 240_000;
const USAGE = "usage: bin/bench quick [--against COMMIT]";

async function main(against: string | undefined): Promise<void> {
  const endAt = Date.now() + BUDGET_MS;
  const run = createRunner();
  await using ends = new AsyncDisposableStack();
  const roots = [{ name: `this ${describeHere()}`, root: ROOT }];
  if (against !== undefined) {
    const commit = resolveCommit(against);
    const { root } = ends.use(await checkOut(commit, run));
    roots.push({ name: commit.slice(0, 7), root });
  }
  const folder = mkdtempSync(join(tmpdir(), "dnstools-quick-"));
  // nginx's workers, which are another user, reach what is in it.
  chmodSync(folder, 0o711);
  ends.defer(() => rmSync(folder, { recursive: true }));
  // Both in the same way: a binary has other memory than the sources.
  const built = roots.every(({ root }) => isBuildable(root));
  if (!built) console.error("the other commit builds no binary: both run from their sources");
  const sides: Side[] = [];
  for (const [at, { name, root }] of roots.entries()) {
    const file = join(folder, `dnstools-${at}`);
    if (built) await build(root, file, run);
    sides.push({ name, root, command: built ? [file] : [process.execPath, join(root, "main.ts")] });
  }
  // What the lab leaves behind when it is interrupted goes with the folder.
  const command = ["lab/up", process.execPath, "bench/quick-inside.ts", JSON.stringify(sides), String(endAt)];
  await run(command, ROOT, { TMPDIR: folder });
}

function argument(): string | undefined {
  try {
    return parseArgs({ options: { against: { type: "string" } } }).values.against;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    process.exit(2);
  }
}

const against = argument();
try {
  await main(against);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
