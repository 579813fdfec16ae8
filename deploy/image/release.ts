import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { buildBinary, hostPlatform, PLATFORMS } from "./binary.ts";

/**
 * `bin/build [FOLDER] [PLATFORM...]`: the binaries of all platforms, or of some, and their SHA-256 sums. The runtimes of other
 * platforms come from Bun's registry. That of this machine is run.
 */
const [folder = "dist", ...named] = process.argv.slice(2);
const platforms = named.length === 0 ? PLATFORMS : PLATFORMS.filter((platform) => named.includes(platform));
if (platforms.length !== (named.length || PLATFORMS.length)) {
  process.stderr.write(`Usage: bin/build [FOLDER] [${PLATFORMS.join("|")} ...]\n`);
  process.exit(2);
}
const sums: string[] = [];
for (const platform of platforms) {
  const name = `dnstools-${platform}`;
  const outfile = join(folder, name);
  const bytes = await buildBinary({ outfile, platform });
  const ran = platform === hostPlatform() ? `, runs: ${versionOf(outfile)}` : "";
  process.stdout.write(`${outfile}  ${(bytes / 1e6).toFixed(1)} MB${ran}\n`);
  const hash = createHash("sha256");
  for await (const chunk of Bun.file(outfile).stream()) hash.update(chunk);
  sums.push(`${hash.digest("hex")}  ${name}\n`);
}
await Bun.write(join(folder, "SHA256SUMS"), sums.join(""));

/** What a binary says of itself, started away from the sources. @throws where it does not run. */
function versionOf(file: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([resolve(file), "--version"], { cwd: "/" });
  if (exitCode !== 0) throw new Error(`${file} ended with ${exitCode}: ${stderr.toString()}`);
  return stdout.toString().trim();
}
