import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MB = 1_000_000;

/**
 * Builds the binary and the image as shipped, and prints their sizes next to the size of Bun alone.
 * @returns the path of the binary
 */
export async function sizes(): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), "dnstools-binary-")), "dnstools");
  await run("deploy/image/binary.ts", file);
  const binary = statSync(file).size;
  const bun = statSync(process.execPath).size;
  const { bytes, packedBytes, layers } = JSON.parse(await run("deploy/image/size.ts"));
  const of = (size: number) => `${(size / MB).toFixed(1)} MB, ${(size / bun).toFixed(2)} x`;
  console.log(
    `Bun alone ${(bun / MB).toFixed(1)} MB; binary ${of(binary)}; image ${of(bytes)}, compressed ${of(packedBytes)}, ${layers} layers`,
  );
  return file;
}

/** Runs a script of the project and returns its output. */
async function run(...words: readonly string[]): Promise<string> {
  const child = Bun.spawn([process.execPath, ...words], {
    cwd: `${import.meta.dir}/..`,
    stdout: "pipe",
    stderr: "inherit",
  });
  const [out, code] = await Promise.all([child.stdout.text(), child.exited]);
  if (code !== 0) throw new Error(`${words[0]} failed: its own message is above`);
  return out;
}
