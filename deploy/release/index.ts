import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { hostPlatform, PLATFORMS, type Platform } from "../image/binary.ts";
import { buildBinaries } from "./binaries.ts";
import { commitPlan, git, planRelease } from "./checkout.ts";
import { writeChecksums } from "./checksums.ts";
import { buildReleaseImage, imageCommands, namedBases, type ReleaseImage } from "./image.ts";
import { nextSteps } from "./next-steps.ts";
import { packagesOf, sbomOf } from "./sbom.ts";
import { supportWarnings } from "./third-party.ts";

const USAGE = `Usage: bin/release VERSION [--dry-run] [--folder FOLDER] [--platform PLATFORM ...]
Makes a release of this checkout: version, changelog, binaries, image, bill of materials, checksums. It publishes nothing.
  --dry-run   change nothing in the checkout, contact no registry, and build only this machine's binary
  --folder    output folder (default: dist/VERSION)
  --platform  one of ${PLATFORMS.join(", ")} (default: all)
`;

const say = (line: string) => process.stdout.write(`${line}\n`);

type Options = {
  readonly version: string;
  readonly dryRun: boolean;
  readonly folder: string;
  readonly platforms: readonly Platform[];
};

function readOptions(args: readonly string[]): Options | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        "dry-run": { type: "boolean", default: false },
        folder: { type: "string" },
        platform: { type: "string", multiple: true, default: [...PLATFORMS] },
      },
    });
    const [version] = positionals;
    const platforms = PLATFORMS.filter((platform) => values.platform.includes(platform));
    if (version === undefined || platforms.length !== new Set(values.platform).size) return null;
    return { version, dryRun: values["dry-run"], folder: values.folder ?? `dist/${version}`, platforms };
  } catch {
    return null;
  }
}

/**
 * Makes a release.
 * @throws if the checkout is not ready or if a step fails
 */
async function release({ version, dryRun, folder, platforms }: Options): Promise<void> {
  const today = new Date();
  const plan = planRelease(version, today.toISOString().slice(0, 10));
  for (const warning of supportWarnings(today)) process.stderr.write(`Warning: ${warning}\n`);
  for (const path of plan.files.keys()) say(dryRun ? `${path}  would change` : `${path}  changed`);
  if (!dryRun) await commitPlan(plan, version);

  const revision = git("rev-parse", "HEAD");
  const epochS = Number(git("log", "-1", "--format=%ct"));
  mkdirSync(folder, { recursive: true });
  const metafile = join(folder, "metafile.json");
  const built = dryRun ? [hostPlatform()] : platforms;
  const binaries = await buildBinaries({ folder, platforms: built, revision, metafile, onBuilt: say });
  const packages = packagesOf(await Bun.file(metafile).json());
  await Bun.file(metafile).delete();
  const time = new Date(epochS * 1000);
  const sbom = "dnstools.cdx.json";
  await Bun.write(join(folder, sbom), sbomOf({ version, revision, bun: Bun.version, time, packages }));
  say(`${join(folder, sbom)}  ${packages.length} packages and Bun ${Bun.version}`);
  await Bun.write(join(folder, "NOTES.md"), `${plan.notes}\n`);
  await writeChecksums(folder, [...binaries, sbom, "NOTES.md"]);
  say(join(folder, "SHA256SUMS"));

  const image: ReleaseImage = { version, revision, epochS, platforms };
  if (dryRun) {
    say("Commands for the image (DIGEST is the current digest of each base image):");
    const { BUN, BASE } = namedBases();
    for (const command of imageCommands(image, { BUN: `${BUN}@DIGEST`, BASE: `${BASE}@DIGEST` }))
      say(`  ${command.join(" ")}`);
  } else for (const [name, base] of Object.entries(await buildReleaseImage(image))) say(`${name}  ${base}`);
  say(nextSteps(version, folder));
}

const options = readOptions(process.argv.slice(2));
if (options === null) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else
  await release(options).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
