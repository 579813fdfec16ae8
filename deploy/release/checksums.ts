import { createHash } from "node:crypto";
import { join } from "node:path";

/** Writes SHA256SUMS of these files of a folder beside them, as `sha256sum --check` reads it. */
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
