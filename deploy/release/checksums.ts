import { createHash } from "node:crypto";
import { join } from "node:path";

/**
 * Writes the file SHA256SUMS into a folder. It contains the given files of the folder, in the format of `sha256sum
 * --check`.
 */
export async function writeChecksums(folder: string, names: readonly string[]): Promise<void> {
  const sums = await Promise.all(
    names.toSorted().map(async (name) => `${await sha256Of(join(folder, name))}  ${name}\n`),
  );
  await Bun.write(join(folder, "SHA256SUMS"), sums.join(""));
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of Bun.file(file).stream()) hash.update(chunk);
  return hash.digest("hex");
}
