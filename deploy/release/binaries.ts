import { join, resolve } from "node:path";
import { buildBinary, hostPlatform, type Platform } from "../image/binary.ts";

/** Options of buildBinaries. */
export type BinariesOptions = {
  readonly folder: string;
  readonly platforms: readonly Platform[];
  /** Commit that the binaries report. Default: the commit of the checkout. */
  readonly revision?: string;
  /** Path of the JSON file in which Bun lists the bundled files of the last binary. */
  readonly metafile?: string;
  /** Called after each binary with a line of text about it. */
  readonly onBuilt: (line: string) => void;
};

/**
 * Builds a binary for each platform, and runs the binary for this machine as a check. Bun's runtimes for other
 * platforms come from the package registry or from Bun's cache.
 * @returns the names of the files in the folder
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

/**
 * Returns the output of a binary's --version, which runs outside the checkout.
 * @throws if the binary does not run
 */
function versionOf(file: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([resolve(file), "--version"], { cwd: "/" });
  if (exitCode !== 0) throw new Error(`${file} ended with ${exitCode}: ${stderr.toString()}`);
  return stdout.toString().trim();
}
