import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build, checkOut, describeHere, isBuildable, resolveCommit } from "./checkout.ts";
import type { Side } from "./quick-sides.ts";
import { createRunner } from "./runner.ts";

/**
 * `bin/bench quick [--against COMMIT] [WORD...]` measures CPU per request and memory at rest, of this checkout and of
 * another commit. With words, it measures only the rows whose names contain one of them, and the memory for "memory". This file builds the commits outside the lab, where a package registry can be reached, and quick-inside.ts
 * measures inside the lab. The bench and the lab come from this checkout; only the product comes from the other
 * commit.
 */
const ROOT = join(import.meta.dir, "..");
/** Milliseconds after which no new measurement begins, because the bench must end within five minutes. */
const BUDGET_MS = 240_000;
const USAGE = "usage: bin/bench quick [--against COMMIT] [WORD...]";

async function main({ against, words }: Arguments): Promise<void> {
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
  // nginx's workers run as another user, and need access to the files in this folder.
  chmodSync(folder, 0o711);
  ends.defer(() => rmSync(folder, { recursive: true }));
  // Either all sides run as binaries or all run from source, because a binary uses a different amount of memory.
  const built = roots.every(({ root }) => isBuildable(root));
  if (!built) console.error("the other commit cannot be built into a binary: both commits run from source");
  const sides: Side[] = [];
  for (const [at, { name, root }] of roots.entries()) {
    const file = join(folder, `dnstools-${at}`);
    if (built) await build(root, file, run);
    sides.push({ name, root, command: built ? [file] : [process.execPath, join(root, "main.ts")] });
  }
  // With this TMPDIR, files that an interrupted lab leaves behind are removed with the folder.
  const inside = ["bench/quick-inside.ts", JSON.stringify(sides), String(endAt), ...words];
  await run(["lab/up", process.execPath, ...inside], ROOT, { TMPDIR: folder });
}

type Arguments = { readonly against: string | undefined; readonly words: readonly string[] };

function readArguments(): Arguments {
  try {
    const options = { against: { type: "string" } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    return { against: values.against, words: positionals };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    process.exit(2);
  }
}

const given = readArguments();
try {
  await main(given);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
