import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

export const ROOT = join(import.meta.dir, "../..");

/** Bun's compile target for each platform. The baseline target for x64 does not need AVX2. */
const TARGETS = {
  "linux-x64": "bun-linux-x64-baseline",
  "linux-arm64": "bun-linux-arm64",
  "darwin-x64": "bun-darwin-x64-baseline",
  "darwin-arm64": "bun-darwin-arm64",
} as const;
export type Platform = keyof typeof TARGETS;
export const PLATFORMS = Object.keys(TARGETS) as Platform[];

export type BinaryOptions = {
  readonly outfile: string;
  /** Platform of the binary. Default: the platform of this machine. */
  readonly platform?: Platform;
  /** Commit that the binary reports. Default: the commit of the checkout, or `unknown`. */
  readonly revision?: string;
  /** Path of the JSON file in which Bun lists the bundled files. */
  readonly metafile?: string;
};

/**
 * Compiles main.ts and everything it loads into one file. The build is reproducible: the same sources and revision
 * result in the same bytes, regardless of the paths of the checkout and the output.
 * @returns the size of the binary in bytes
 */
export async function buildBinary(options: BinaryOptions): Promise<number> {
  const { outfile, platform = hostPlatform() } = options;
  const revision = options.revision || (await headRevision());
  const flags = [
    `--target=${TARGETS[platform]}`,
    `--define=DNSTOOLS_REVISION=${JSON.stringify(revision)}`,
    // The binary reads settings only from the environment, and never from files in the working folder.
    ...["dotenv", "bunfig"].map((file) => `--no-compile-autoload-${file}`),
    // With bytecode, the binary starts three times as fast, needs less memory and is 9 MB larger.
    ...["--bytecode", "--format=esm"],
    // Each dynamic import is a file of its own. In a single file, a process would hold all functions of all targets.
    "--splitting",
    // Without this definition, the binary would contain the path of the checkout. Only ioredis uses __dirname, for
    // stack traces that are disabled.
    '--define=__dirname="/"',
    ...(options.metafile === undefined ? [] : [`--metafile=${resolve(options.metafile)}`]),
  ];
  const file = resolve(outfile);
  mkdirSync(dirname(file), { recursive: true });
  const folder = mkdtempSync(`${file}-`);
  // The output file always has the same name during the build, because the binary contains its own file name.
  const made = join(folder, "dnstools");
  const command = [
    process.execPath,
    "build",
    "--compile",
    ...flags,
    `--outfile=${made}`,
    join(ROOT, "main.ts"),
  ];
  // The working folder is always ROOT: paths in the binary are relative to the working folder, so they are the same for
  // every checkout. Bun writes a temporary file (`.*.bun-build`) into the working folder, or into TMPDIR if ROOT is not
  // writable.
  const env = { ...process.env, NODE_ENV: undefined };
  try {
    const child = Bun.spawn(command, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
    const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    if (code !== 0) throw new Error(`bun build --compile ended with ${code}:\n${out}${err}`);
    renameSync(made, file);
  } finally {
    rmSync(folder, { recursive: true });
  }
  return Bun.file(file).size;
}

/**
 * Returns the platform of this machine.
 * @throws if the platform is not in PLATFORMS
 */
export function hostPlatform(): Platform {
  return platformOf(process.platform, process.arch);
}

function platformOf(system: string, arch: string): Platform {
  const found = PLATFORMS.find((platform) => platform === `${system}-${arch}`);
  if (found !== undefined) return found;
  throw new Error(`no binary can be built for ${system}-${arch}: build for one of ${PLATFORMS.join(", ")}`);
}

/** Returns the commit of this checkout, followed by `-dirty` if files have changed. Returns `unknown` without git. */
export async function headRevision(): Promise<string> {
  const git = Bun.spawn(["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [text, code] = await Promise.all([git.stdout.text(), git.exited]);
  return code === 0 ? text.trim() : "unknown";
}

/** `bun deploy/image/binary.ts OUTFILE` builds the binary. The environment may set REVISION and TARGETARCH (amd64, arm64). */
if (import.meta.main) {
  const { REVISION, TARGETARCH } = process.env;
  const bytes = await buildBinary({
    outfile: process.argv[2] ?? "dnstools",
    ...(TARGETARCH ? { platform: platformOf("linux", TARGETARCH === "amd64" ? "x64" : TARGETARCH) } : {}),
    revision: REVISION ?? "",
  });
  process.stdout.write(`${(bytes / 1e6).toFixed(1)} MB\n`);
}
