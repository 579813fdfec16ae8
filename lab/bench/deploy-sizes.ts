import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MB = 1_000_000;

/** Builds the binary as the image has it and tells how large it is, beside Bun alone. @returns where it is. */
export async function binarySizes(): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), "dnstools-binary-")), "dnstools");
  const build = Bun.spawn([process.execPath, "deploy/image/binary.ts", file], {
    cwd: `${import.meta.dir}/../..`,
    stdout: "ignore",
    stderr: "inherit",
  });
  if ((await build.exited) !== 0) throw new Error("deploy/image/binary.ts failed: it says why above");
  const bytes = statSync(file).size;
  const bun = statSync(process.execPath).size;
  const packed = Bun.zstdCompressSync(await Bun.file(file).bytes(), { level: 3 }).length;
  console.log(
    `binary ${(bytes / MB).toFixed(1)} MB, ${(bytes / bun).toFixed(2)} x Bun alone (${(bun / MB).toFixed(1)} MB); ` +
      `as a layer (zstd) ${(packed / MB).toFixed(1)} MB`,
  );
  return file;
}
