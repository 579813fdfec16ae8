import { join, resolve } from "node:path";
import { buildBinary, hostPlatform, type Platform } from "../image/binary.ts";

/** Options of buildBinaries. */
export type BinariesOptions = {
  readonly folder: string;
  readonly platforms: readonly Platform[];
  /** The commit. Default: the commit of the checkout. */
  readonly revision?: string;
  /** Path of the JSON file that lists the bundled files of the last binary. */
  readonly metafile?: string;
  /** Called with a line of text after each binary. */
  readonly onBuilt: (line: string) => void;
};

/**
 * Builds a binary for each platform, and runs the one for this machine as a check. Bun's runtimes for other platforms come from
 * the package registry or Bun's cache.
 * @returns the file names in the folder.
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

/** Returns the output of the binary's --version, run outside the checkout. @throws if it does not run. */
function versionOf(file: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([resolve(file), "--version"], { cwd: "/" });
  if (exitCode !== 0) throw new Error(`${file} ended with ${exitCode}: ${stderr.toString()}`);
  return stdout.toString().trim();
}
