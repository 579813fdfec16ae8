import { PLATFORMS } from "../image/binary.ts";
import { buildBinaries } from "./binaries.ts";
import { writeChecksums } from "./checksums.ts";

/** `bin/build [FOLDER] [PLATFORM...]` builds the binaries for all platforms or for the given ones, and SHA256SUMS. */
const [folder = "dist", ...named] = process.argv.slice(2);
const platforms = named.length === 0 ? PLATFORMS : PLATFORMS.filter((platform) => named.includes(platform));
if (platforms.length !== (named.length || PLATFORMS.length)) {
  process.stderr.write(`Usage: bin/build [FOLDER] [${PLATFORMS.join("|")} ...]\n`);
  process.exit(2);
}
const names = await buildBinaries({
  folder,
  platforms,
  onBuilt: (line) => process.stdout.write(`${line}\n`),
});
await writeChecksums(folder, names);
