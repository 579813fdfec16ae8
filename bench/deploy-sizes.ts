import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MB = 1_000_000;

/** Builds the binary and the image as they are shipped and tells how large they are, beside Bun alone. @returns where the binary is. */
export async function sizes(): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), "dnstools-binary-")), "dnstools");
  await run("deploy/image/binary.ts", file);
  const binary = statSync(file).size;
  const bun = statSync(process.execPath).size;
  const { bytes, packedBytes, layers } = JSON.parse(await run("deploy/image/size.ts"));
  const of = (size: number) => `${(size / MB).toFixed(1)} MB, ${(size / bun).toFixed(2)} x`;
  console.log(
    `Bun alone ${(bun / MB).toFixed(1)} MB; binary ${of(binary)}; image ${of(bytes)}, as a registry keeps it ${of(packedBytes)}, ${layers} layers`,
  );
  return file;
}

/** Runs a program of the project and gives what it printed. */
async function run(...words: readonly string[]): Promise<string> {
  const child = Bun.spawn([process.execPath, ...words], {
    cwd: `${import.meta.dir}/..`,
    stdout: "pipe",
    stderr: "inherit",
  });
  const [out, code] = await Promise.all([child.stdout.text(), child.exited]);
  if (code !== 0) throw new Error(`${words[0]} failed: it says why above`);
  return out;
}
