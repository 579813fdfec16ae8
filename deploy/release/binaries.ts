import { join, resolve } from "node:path";
import { buildBinary, hostPlatform, type Platform } from "../image/binary.ts";

/** What binaries are built, and where. */
export type BinariesOptions = {
  readonly folder: string;
  readonly platforms: readonly Platform[];
  /** The commit; default: what git says. */
  readonly revision?: string;
  /** Where it is written what the last of them is made of. */
  readonly metafile?: string;
  /** Told of each binary when it is there. */
  readonly onBuilt: (line: string) => void;
};

/**
 * Builds a binary for each platform and runs that of this machine. The runtimes of other platforms come from the registry of
 * packages, or from Bun's cache. @returns their names in the folder.
 */
export async function buildBinaries(options: BinariesOptions): Promise<readonly string[]> {
  const { folder, platforms, onBuilt, ...rest } = options;
  const names: string[] = [];
  for (const platform of platforms) {
    const name = `dnstools-${platform}`;
    const outfile = join(folder, name);
    const bytes = await buildBinary({ ...rest, outfile, platform });
    const ran = platform === hostPlatform() ? `, runs: ${versionOf(outfile)}` : "";
    onBuilt(`${outfile}  ${(bytes / 1e6).toFixed(1)} MB${ran}`);
    names.push(name);
  }
  return names;
}

/** What a binary says of itself, started away from the sources. @throws where it does not run. */
function versionOf(file: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([resolve(file), "--version"], { cwd: "/" });
  if (exitCode !== 0) throw new Error(`${file} ended with ${exitCode}: ${stderr.toString()}`);
  return stdout.toString().trim();
}
